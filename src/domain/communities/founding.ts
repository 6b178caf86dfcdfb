import { sql, type Transaction } from "kysely";
import { newId, type Schema } from "#db/schema.server.ts";
import { endKeysWithCommunity } from "../access/ending.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { requireReachable } from "../members/queries.ts";
import { enqueue, enqueueAll, type Task } from "../outbox.ts";
import { isPublicPicture } from "../pictures/rules.ts";
import { forListedWords } from "../reviews/hiding.ts";
import { areListed } from "../reviews/listed-words.ts";
import { type Cause, openReview } from "../reviews/opening.ts";
import { refuseTakenDown } from "../reviews/taken-down.ts";
import { isOpenAt } from "../rights/queries.ts";
import { rightFor } from "../rights/rules.ts";
import { oneLine } from "../rules.ts";
import { Acknowledged, shape } from "../shapes.ts";
import { hasEnded } from "../time-zones/rules.ts";
import { announceCommunity } from "./announcing.ts";
import { type LockedCommunity, lockCommunityFor, lockLinked } from "./locking.ts";
import { ownersOf } from "./people.ts";
import { ownedMax, slugOf } from "./rules.ts";
import { CommunityFounded, type CommunityInput, type CommunityUpdate, CommunityUpdated } from "./shapes.ts";

/**
 * Makes a community that the caller owns, and is the first member of. Its address ends with its name, its contact
 * address is the caller's own. With `looksFirst`, a member's first waits for a host's approval; so does one with words
 * on the hosts' list.
 * @throws Failure sign_in_required, email_unconfirmed, communities_full, invalid (a private picture), taken_down
 */
export async function foundCommunity(
  ctx: Context & { looksFirst?: boolean },
  { title, description, image = null }: CommunityInput,
): Promise<CommunityFounded> {
  const { id: memberId } = await requireReachable(ctx);
  await refusePicture(ctx, memberId, image);
  const id = newId();
  const made = await ctx.db.transaction().execute(async (tx) => {
    // The owner's row, so that two calls at once cannot both be the last that is allowed.
    const owner = await tx
      .selectFrom("members")
      .select(["email", "email_verified", "contact_email"])
      .where("id", "=", memberId)
      .forUpdate()
      .executeTakeFirst();
    if (!owner) throw new Failure("sign_in_required");
    const owned = await countOwned(tx, memberId, ctx.now);
    if (owned >= ownedMax) throw new Failure("communities_full");
    const isFirst = ctx.looksFirst === true && owned === 0;
    const cause: Cause | null = (await areListed(tx, [title, description, image ?? ""], []))
      ? "words"
      : isFirst
        ? "first"
        : null;
    const contact = owner.email_verified ? (owner.contact_email ?? owner.email) : null;
    const community = { id, title, description, image, members: 1, contact_email: contact, created_at: ctx.now };
    const slug = await insertWithSlug(tx, { ...community, hidden_at: cause && ctx.now });
    const right = { id: newId(), member_id: memberId, community_id: id, role: "owner" } as const;
    await tx
      .insertInto("rights")
      .values({ ...right, given_at: ctx.now })
      .execute();
    const membership = { community_id: id, member_id: memberId, joined_at: ctx.now, tells_events: true, hears: true };
    await tx.insertInto("memberships").values(membership).execute();
    if (cause) await openReview(tx, { about: "community", subjectId: id, cause }, ctx.now);
    return { slug, cause };
  });
  if (!made.cause) announceCommunity(ctx, id);
  const status = made.cause ? "unapproved" : "active";
  return shape(CommunityFounded, { acknowledged: true, insertedId: id, slug: made.slug, status });
}

/** @throws Failure invalid (a private picture), taken_down */
export async function refusePicture(ctx: Context, memberId: string, image: string | null, path = "image") {
  if (image === null) return;
  if (!isPublicPicture(image, ctx.address)) throw new Failure("invalid", [{ path, rule: "rule.picture.private" }]);
  await refuseTakenDown(ctx.db, memberId, { image });
}

async function countOwned(tx: Transaction<Schema>, memberId: string, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from rights
    where member_id = ${memberId} and role = 'owner' and ${isOpenAt(now)}`.execute(tx);
  return rows[0]?.count ?? 0;
}

type NewCommunity = {
  id: string;
  title: string;
  description: string;
  image: string | null;
  hidden_at: Date | null;
  members: number;
  contact_email: string | null;
  created_at: Date;
};

/**
 * Inserts a community under the first free address of its name. Two at once with the same name wait for each other at
 * the unique index, and the second takes the next number.
 */
async function insertWithSlug(tx: Transaction<Schema>, community: NewCommunity): Promise<string> {
  const base = slugOf(community.title);
  for (let number = 1; ; number++) {
    const slug = number === 1 ? base : `${base}-${number}`;
    const made = await tx
      .insertInto("communities")
      .values({ ...community, slug })
      .onConflict((conflict) => conflict.column("slug").doNothing())
      .returning("slug")
      .executeTakeFirst();
    if (made) return made.slug;
  }
}

/**
 * Changes the named parts of a community; its address stays. One to which listed words are added is hidden until a host
 * has seen it.
 * @throws Failure sign_in_required, not_found, not_yours, under_review, invalid (a private picture), taken_down
 */
export async function updateCommunity(ctx: Context, id: string, changes: CommunityUpdate): Promise<CommunityUpdated> {
  const isHeld = await ctx.db.transaction().execute(async (tx) => {
    const before = await lockCommunityFor(tx, ctx, id, rightFor.updateCommunity);
    const { title = before.title, description = before.description, image = before.image } = changes;
    if (ctx.actor.kind === "member" && image !== before.image) await refusePicture(ctx, ctx.actor.member.id, image);
    const { asksFirst: asks_first = before.asks_first, isUnlisted: is_unlisted = before.is_unlisted } = changes;
    const changed = { title, description, image, asks_first, is_unlisted };
    await tx.updateTable("communities").set(changed).where("id", "=", before.id).execute();
    if (before.hidden_at) return false;
    const [texts, earlier] = [
      [title, description, image ?? ""],
      [before.title, before.description, before.image ?? ""],
    ];
    if (!(await areListed(tx, texts, earlier))) return false;
    await holdBack(tx, { id: before.id, title }, ctx);
    return true;
  });
  announceCommunity(ctx, id);
  return shape(CommunityUpdated, { acknowledged: true, ...(isHeld && { status: "under_review" }) });
}

/** Hides a community until a host has seen its words, and tells the founder. */
async function holdBack(tx: Transaction<Schema>, { id, title }: { id: string; title: string }, ctx: Context) {
  const { now, actor } = ctx;
  const reviewId = await openReview(tx, { about: "community", subjectId: id, cause: "words" }, now);
  await tx.updateTable("communities").set({ hidden_at: now }).where("id", "=", id).execute();
  const hidden = { hidden_at: now, hidden_for: forListedWords };
  await tx.updateTable("reviews").set(hidden).where("id", "=", reviewId).execute();
  if (actor.kind !== "member") return;
  const payload = { memberId: actor.member.id, about: "community", title, eventId: null } as const;
  await enqueue(
    tx,
    {
      kind: "review_told",
      key: `review_told:${reviewId}:hidden`,
      payload: { ...payload, what: "hidden", reason: forListedWords },
    },
    now,
  );
}

/**
 * Closes a community for good, for its owner only. Its events stay with the organizer who made them; nobody's record
 * changes. Its chapters are part of none, and their owners are told; so are those of a community that it is part of.
 * @throws Failure sign_in_required, not_found, not_yours
 */
export async function closeCommunity(ctx: Context, id: string): Promise<Acknowledged> {
  const events = await ctx.db.transaction().execute(async (tx) => {
    await lockLinked(tx, id);
    const community = await lockCommunityFor(tx, ctx, id, rightFor.closeCommunity);
    await tellLinked(tx, community, ctx);
    const theirs = await tx
      .selectFrom("events")
      .select(["id", "event_end"])
      .where("owner_community_id", "=", community.id)
      .execute();
    await tx
      .deleteFrom("reviews")
      .where("about", "in", ["community", "community_picture"])
      .where("subject_id", "=", community.id)
      .where("decided_at", "is", null)
      .execute();
    await endKeysWithCommunity(tx, community.id, ctx.now);
    await tx.deleteFrom("communities").where("id", "=", community.id).execute();
    return theirs;
  });
  announceCommunity(ctx, id);
  for (const event of events) if (!hasEnded({ end: event.event_end }, ctx.now)) ctx.announce(event.id);
  return shape(Acknowledged, { acknowledged: true });
}

/** Tells the owners of a community's chapters, and of the one that it is part of. A hidden community is not named. */
async function tellLinked(tx: Transaction<Schema>, { id, title, part_of, hidden_at }: LockedCommunity, ctx: Context) {
  if (hidden_at) return;
  const linked = await tx
    .selectFrom("communities")
    .where((eb) => eb.or([eb("part_of", "=", id), ...(part_of ? [eb("id", "=", part_of)] : [])]))
    .select(["id", "title"])
    .orderBy("id")
    .execute();
  for (const other of linked) {
    const payload = { title: oneLine(title), other: oneLine(other.title), isClosed: true };
    const tasks = (await ownersOf(tx, other.id, ctx.now)).map((memberId): Task => {
      const key = `chapter_ended:${id}:${other.id}:${memberId}`;
      return { kind: "chapter_ended", key, payload: { ...payload, memberId } };
    });
    await enqueueAll(tx, tasks, ctx.now);
  }
}
