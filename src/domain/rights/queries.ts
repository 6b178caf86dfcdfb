import { type Kysely, type RawBuilder, sql, type Transaction } from "kysely";
import type { Schema } from "#db/schema.server.ts";
import { type Context, requireMember } from "../context.ts";
import { Failure } from "../failure.ts";
import { oneLine } from "../rules.ts";
import { isId, shape } from "../shapes.ts";
import { owns, type Right, type Role, rightsOf } from "./rules.ts";
import { OwnCommunity } from "./shapes.ts";

type Asking = Pick<Context, "actor" | "now">;

/** The columns of an event that decide who has a right there. */
export type Owned = { id: string; organizer_id: string; owner_community_id: string | null };

/** Tests whether the caller has a right at an event: the only place that decides it. */
export async function mayOrganize(
  db: Kysely<Schema>,
  { actor, now }: Asking,
  event: Owned,
  right: Right,
): Promise<boolean> {
  const role = actor.kind === "member" ? await roleAt(db, event, actor.member.id, now) : null;
  return role !== null && rightsOf[role].has(right);
}

/**
 * The role of a member at an event; null for everybody else. The member in `organizer_id` owns an event that belongs
 * to no community. At a community's event its owners and organizers have their role there, and nobody has one for
 * having made it.
 */
export async function roleAt(db: Kysely<Schema>, event: Owned, memberId: string, now: Date): Promise<Role | null> {
  if (event.owner_community_id === null && owns({ organizerId: event.organizer_id }, memberId)) return "owner";
  const held = await db
    .selectFrom("rights")
    .where(isInForce(memberId, now))
    .where((eb) =>
      eb.or([
        eb("event_id", "=", event.id),
        ...(event.owner_community_id === null ? [] : [eb("community_id", "=", event.owner_community_id)]),
      ]),
    )
    .select("role")
    .orderBy("role", "desc")
    .limit(1)
    .executeTakeFirst();
  return held?.role ?? null;
}

/** Tests whether the caller has a right at a community. */
export async function mayRun(
  db: Kysely<Schema>,
  { actor, now }: Asking,
  communityId: string,
  right: Right,
): Promise<boolean> {
  const role = actor.kind === "member" ? await roleIn(db, communityId, actor.member.id, now) : null;
  return role !== null && rightsOf[role].has(right);
}

/** The role of a member at a community; null for everybody else. */
export async function roleIn(
  db: Kysely<Schema>,
  communityId: string,
  memberId: string,
  now: Date,
): Promise<Role | null> {
  const held = await db
    .selectFrom("rights")
    .where(isInForce(memberId, now))
    .where("community_id", "=", communityId)
    .select("role")
    .executeTakeFirst();
  return held?.role ?? null;
}

/** The condition in SQL that a member owns an event, or is an owner of a community. */
export function isOwner(
  memberId: string | RawBuilder<unknown>,
  at: Omit<Owned, "id"> | { communityId: string },
  now: Date,
) {
  const communityId = "communityId" in at ? at.communityId : at.owner_community_id;
  if (communityId === null) return sql<boolean>`${memberId} = ${"organizer_id" in at ? at.organizer_id : null}::uuid`;
  return sql<boolean>`exists (
    select from rights where rights.community_id = ${communityId}::uuid and rights.role = 'owner'
      and ${isInForce(memberId, now)})`;
}

/** The communities that the caller organizes and hosts do not hide, by name. @throws Failure sign_in_required */
export async function listOwnCommunities(ctx: Context): Promise<OwnCommunity[]> {
  const { db, now } = ctx;
  const { id } = requireMember(ctx);
  const { rows } = await sql<Omit<OwnCommunity, "others"> & { others: string[] }>`
    select communities.id as _id, title as name, slug, image, description, members as member,
      bool_or(rights.role = 'owner') as "isOwner", array(
        select members.name from rights others join members on members.id = others.member_id
        where others.community_id = communities.id and others.member_id <> ${id} and suspended_at is null
          and ${isOpenAt(now, sql`others`)}
        order by others.given_at, others.id limit 3
      ) as others
    from rights join communities on communities.id = rights.community_id
    where ${isInForce(id, now)} and hidden_at is null
    group by communities.id order by lower(title), communities.id`.execute(db);
  return rows.map((row) =>
    shape(OwnCommunity, { ...row, name: oneLine(row.name), others: row.others.map(firstWordOf) }),
  );
}

const firstWordOf = (name: string): string => oneLine(name).split(" ")[0] ?? "";

/**
 * Refuses callers without a right at a community, and locks the community's row for the transaction, so that nobody
 * loses a right there meanwhile. Hidden communities do not exist for this.
 * @throws Failure not_found, not_yours
 */
export async function lockToRun(
  tx: Transaction<Schema>,
  ctx: Asking,
  communityId: string,
  right: Right,
): Promise<void> {
  const community = await tx
    .selectFrom("communities")
    .where("id", "=", communityId)
    .where("hidden_at", "is", null)
    .select("id")
    .forKeyShare()
    .executeTakeFirst();
  if (!community) throw new Failure("not_found");
  if (!(await mayRun(tx, ctx, communityId, right))) throw new Failure("not_yours");
}

/**
 * Refuses callers without a right at an event. An event that was never public does not exist for them.
 * @throws Failure not_found, not_yours
 */
export async function refuseWithout(
  db: Kysely<Schema>,
  ctx: Asking,
  event: Owned & { is_draft: boolean; review: string | null },
  right: Right,
): Promise<void> {
  if (await mayOrganize(db, ctx, event, right)) return;
  throw new Failure(event.is_draft && event.review !== "hidden" ? "not_found" : "not_yours");
}

/**
 * Returns an event at which the caller has a right, for reads. Commands lock it (`lockedFor`).
 * @throws Failure sign_in_required, not_found, also for an invalid id; not_yours
 */
export async function requireRight(ctx: Context, eventId: string, right: Right) {
  requireMember(ctx);
  const event = isId(eventId)
    ? await ctx.db
        .selectFrom("events")
        .where("id", "=", eventId)
        .select(["id", "title", "event_date", "event_end", "time_zone", "capacity", "organizer_id"])
        .select(["owner_community_id", "copied_from", "is_draft", "review", "cancelled_at"])
        .executeTakeFirst()
    : null;
  if (!event) throw new Failure("not_found");
  await refuseWithout(ctx.db, ctx, event, right);
  return event;
}

/**
 * Refuses callers without a right at a community.
 * @throws Failure sign_in_required, not_found, also for an invalid id; not_yours
 */
export async function requireRun(ctx: Context, communityId: string, right: Right): Promise<void> {
  requireMember(ctx);
  const community = isId(communityId)
    ? await ctx.db.selectFrom("communities").where("id", "=", communityId).select("id").executeTakeFirst()
    : null;
  if (!community) throw new Failure("not_found");
  if (!(await mayRun(ctx.db, ctx, communityId, right))) throw new Failure("not_yours");
}

/**
 * The condition in SQL on the rows of `rights` that have not ended. A request may wait for a lock while a right ends,
 * so its own moment alone would let it pass.
 */
export const isOpenAt = (now: Date | RawBuilder<unknown>, rights = sql`rights`) =>
  sql<boolean>`(${rights}.until is null or ${rights}.until > greatest(${now}::timestamptz, clock_timestamp()))`;

/** The end of a right that ends now: by the database's clock at the latest, which `isOpenAt` asks too. */
export const endingAt = (now: Date) => sql<Date>`least(${now}::timestamptz, clock_timestamp())`;

/** The condition in SQL on the rows of `rights` that a member has now. */
export const isInForce = (memberId: string | RawBuilder<unknown>, now: Date) =>
  sql<boolean>`rights.member_id = ${memberId} and ${isOpenAt(now)}`;

/** The condition in SQL that an event belongs to a member, and to no community. */
export const isOwnedBy = (memberId: string) =>
  sql<boolean>`(events.organizer_id = ${memberId} and events.owner_community_id is null)`;

/** The role of a member at an event in SQL, for lists of the events that they organize. */
export const roleOf = (memberId: string, now: Date) => sql<Role | null>`case when ${isOwnedBy(memberId)} then 'owner'
  else (select role from rights where ${isInForce(memberId, now)}
    and (rights.event_id = events.id or rights.community_id = events.owner_community_id)
    order by role desc limit 1) end`;

/**
 * The condition in SQL that a member organizes an event, alone or with others, for lists of the events that they
 * organize.
 */
export const isOrganizedBy = (memberId: string | RawBuilder<unknown>, now: Date) => sql<boolean>`events.id in (
  select own.id from events own where own.organizer_id = ${memberId} and own.owner_community_id is null
  union all select rights.event_id from rights where rights.event_id is not null and ${isInForce(memberId, now)}
  union all select theirs.id from events theirs join rights on rights.community_id = theirs.owner_community_id
    where ${isInForce(memberId, now)})`;
