import type { Kysely } from "kysely";
import type { Schema } from "#db/schema.server.ts";
import { type Context, requireMember } from "../context.ts";
import { requireRun } from "../rights/queries.ts";
import { rightFor } from "../rights/rules.ts";
import { oneLine } from "../rules.ts";
import { shape } from "../shapes.ts";
import { chaptersMax, chaptersShown } from "./rules.ts";
import { LinkedCommunity, Links } from "./shapes.ts";

/** The links of a community's page: the one that it is part of, and its chapters. */
export type ShownLinks = { partOf: Named | null; chapters: Named[]; chapterCount: number };
type Named = { slug: string; title: string };
const named = ({ slug, title }: Named): Named => ({ slug, title: oneLine(title) });

/**
 * The links of a community that every visitor sees on its page. A hidden or unlisted community is named on no page but
 * its own. `all` lists a hundred chapters in place of ten.
 */
export async function listShownLinks({ db }: Context, communityId: string, all = false): Promise<ShownLinks> {
  const shown = db.selectFrom("communities").where("hidden_at", "is", null).where("is_unlisted", "=", false);
  const here = shown.where("part_of", "=", communityId);
  const [partOf, chapters, { count }] = await Promise.all([
    shown
      .where("id", "=", db.selectFrom("communities as own").where("own.id", "=", communityId).select("own.part_of"))
      .select(["slug", "title"])
      .executeTakeFirst(),
    here
      .select(["slug", "title"])
      .orderBy((eb) => eb.fn("lower", ["title"]))
      .orderBy("id")
      .limit(all ? chaptersMax : chaptersShown)
      .execute(),
    here.select((eb) => eb.fn.countAll<number>().as("count")).executeTakeFirstOrThrow(),
  ]);
  return { partOf: partOf ? named(partOf) : null, chapters: chapters.map(named), chapterCount: count };
}

/** Tests whether a community is part of another or has chapters, also such that no page names. */
export async function hasLinks({ db }: Context, communityId: string): Promise<boolean> {
  const row = await db
    .selectFrom("communities")
    .where((eb) =>
      eb.or([eb("part_of", "=", communityId), eb.and([eb("id", "=", communityId), eb("part_of", "is not", null)])]),
    )
    .select("id")
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * The links of a community, and those that wait for an answer, for its organizers. Requests of hidden communities wait
 * until hosts show them again.
 * @throws Failure sign_in_required, not_found, not_yours
 */
export async function getLinks(ctx: Context, communityId: string): Promise<Links> {
  requireMember(ctx);
  await requireRun(ctx, communityId, rightFor.getLinks);
  const { db } = ctx;
  const [partOf, asked, chapters, requests] = await Promise.all([
    linked(db)
      .innerJoin("communities as own", "own.part_of", "communities.id")
      .where("own.id", "=", communityId)
      .executeTakeFirst(),
    linked(db)
      .innerJoin("chapter_requests", "parent_id", "communities.id")
      .where("community_id", "=", communityId)
      .executeTakeFirst(),
    linked(db).where("communities.part_of", "=", communityId).orderBy("communities.title").limit(chaptersMax).execute(),
    linked(db)
      .innerJoin("chapter_requests", "community_id", "communities.id")
      .where("parent_id", "=", communityId)
      .where("communities.hidden_at", "is", null)
      .orderBy("asked_at")
      .limit(chaptersMax)
      .execute(),
  ]);
  return shape(Links, {
    partOf: partOf ? toLinked(partOf) : null,
    asked: asked ? toLinked(asked) : null,
    chapters: chapters.map(toLinked),
    requests: requests.map(toLinked),
  });
}

const linked = (db: Kysely<Schema>) =>
  db
    .selectFrom("communities")
    .select(["communities.id", "communities.slug", "communities.title", "communities.hidden_at"]);

const toLinked = (row: { id: string; slug: string; title: string; hidden_at: Date | null }): LinkedCommunity => ({
  _id: row.id,
  slug: row.slug,
  title: row.hidden_at ? null : oneLine(row.title),
});
