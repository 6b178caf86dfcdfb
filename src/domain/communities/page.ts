import { type Kysely, sql } from "kysely";
import type { Schema } from "#db/schema.server.ts";
import type { Context } from "../context.ts";
import type { EventType } from "../events/rules.ts";
import { listEvents } from "../events/queries.ts";
import type { Event } from "../events/shapes.ts";
import { Failure } from "../failure.ts";
import { isOpenAt } from "../rights/queries.ts";
import { oneLine } from "../rules.ts";
import { postsOf } from "./news.ts";
import { datesShown, facesShown, firstNameOf, postsShown } from "./rules.ts";
import type { Post } from "./shapes.ts";
import { listYears, type YearDone } from "./years.ts";

/** Everything on a community's page. */
export type CommunityPage = {
  community: {
    _id: string;
    slug: string;
    title: string;
    description: string;
    image: string | null;
    member: number;
    isUnlisted: boolean;
    asksFirst: boolean;
  };
  /** The type of most of its events, which gives the page its color. */
  type: EventType | null;
  dates: Event[];
  dateCount: number;
  done: YearDone[];
  posts: Post[];
  postCount: number;
  faces: { name: string; photo: string | null }[];
  organizers: string[];
};

/**
 * The page of a community, by the last part of its address, as every visitor sees it; `all` lists all of its coming
 * dates and its latest hundred posts. A series has one date there, as in any list.
 * @throws Failure not_found
 */
export async function getCommunityPage(ctx: Context, slug: string, all = false): Promise<CommunityPage> {
  const row = await ctx.db
    .selectFrom("communities")
    .where("slug", "=", slug)
    .where("hidden_at", "is", null)
    .selectAll()
    .executeTakeFirst();
  if (!row) throw new Failure("not_found");
  const [{ rows: dates, total: dateCount }, done, posts, faces, organizers, type] = await Promise.all([
    listEvents(ctx, { community: row.id, series: "once", limit: all ? datesMax : datesShown }),
    listYears(ctx.db, row.id),
    postsOf(ctx.db, row.id, { limit: all ? datesMax : postsShown }),
    listFacesOf(ctx.db, row.id),
    listNamed(ctx, row.id),
    commonType(ctx.db, row.id),
  ]);
  return {
    community: {
      _id: row.id,
      slug: row.slug,
      title: oneLine(row.title),
      description: row.description,
      image: row.image,
      member: row.members,
      isUnlisted: row.is_unlisted,
      asksFirst: row.asks_first,
    },
    type,
    dates,
    dateCount,
    done,
    posts: posts.rows,
    postCount: posts.total,
    faces,
    organizers,
  };
}

/**
 * The topics whose announcement changes a community's page: itself, its dates, and members, whose faces and names it
 * shows. A new event of a community, and one that is not among its first dates, announce the community.
 */
export const topicsOf = ({ community, dates }: Pick<CommunityPage, "community" | "dates">): string[] => [
  community._id,
  "members",
  ...dates.map(({ _id }) => _id),
];

const datesMax = 100;

/** The first names and pictures of members who agree to be shown, those who joined first. */
async function listFacesOf(db: Kysely<Schema>, communityId: string) {
  const rows = await db
    .selectFrom("memberships")
    .innerJoin("members", "members.id", "memberships.member_id")
    .where("community_id", "=", communityId)
    .where("is_shown", "=", true)
    .where("suspended_at", "is", null)
    .orderBy("joined_at")
    .limit(facesShown)
    .select(["name", "image"])
    .execute();
  return rows.map(({ name, image }) => ({ name: firstNameOf(oneLine(name)), photo: image }));
}

/** The first names of the organizers who agree to be named. */
async function listNamed({ db, now }: Context, communityId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("rights")
    .innerJoin("members", "members.id", "rights.member_id")
    .where("community_id", "=", communityId)
    .where("is_named", "=", true)
    .where(isOpenAt(now))
    .where("suspended_at", "is", null)
    .orderBy("given_at")
    .limit(10)
    .select("name")
    .execute();
  return rows.map(({ name }) => firstNameOf(oneLine(name)));
}

async function commonType(db: Kysely<Schema>, communityId: string): Promise<EventType | null> {
  const { rows } = await sql<{ event_type: EventType }>`
    select event_type from events where owner_community_id = ${communityId} and not is_draft
    group by event_type order by count(*) desc, event_type limit 1`.execute(db);
  return rows[0]?.event_type ?? null;
}
