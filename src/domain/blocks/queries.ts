import { type Kysely, type RawBuilder, sql } from "kysely";
import { preparedWith } from "#db/prepared.ts";
import type { Schema } from "#db/schema.server.ts";
import { type Context, requireMember } from "../context.ts";
import { decodeCursor, encodeCursor, MomentCursor, paginate } from "../cursor.ts";
import { Failure } from "../failure.ts";
import { isRegistered } from "../registrations/people.ts";
import { isOpenAt, isOrganizedBy } from "../rights/queries.ts";
import { oneLine } from "../rules.ts";
import { isId, type Page, shape } from "../shapes.ts";
import { Blockable, type BlockFilter } from "./shapes.ts";

type Id = string | RawBuilder<unknown>;

/** The SQL condition that one of two members has blocked the other. */
export const isBlockedBetween = (one: Id, other: Id) => sql<boolean>`exists (
  select from blocks
  where (blocker_id = ${one} and blocked_id = ${other}) or (blocker_id = ${other} and blocked_id = ${one})
)`;

/**
 * The SQL condition that a block keeps a member from an event: one between them and its organizer, in either direction,
 * or at an event of a community one by an owner of it. Other organizers' blocks count for themselves alone. `event` is
 * the name of the events' table in the statement.
 */
export const isBlockedFrom = (member: RawBuilder<unknown>, event = sql`events`, now = sql`now()`) => sql<boolean>`case
  when ${event}.owner_community_id is null then ${isBlockedBetween(sql`${event}.organizer_id`, member)}
  else exists (
    select from blocks join rights on rights.member_id = blocks.blocker_id
    where blocks.blocked_id = ${member} and rights.community_id = ${event}.owner_community_id
      and rights.role = 'owner' and ${isOpenAt(now)}
  ) end`;

/** Tests whether a block keeps a member from an event. */
export async function isBlockedAt(db: Kysely<Schema>, eventId: string, memberId: string): Promise<boolean> {
  const [row] = await findBlock(db, { eventId, memberId });
  return row?.blocked ?? false;
}

const findBlock = preparedWith<{ eventId: string; memberId: string }, { blocked: boolean }>(
  (place) => sql`
    select ${isBlockedFrom(sql`${place("memberId")}::uuid`)} as blocked
    from events where id = ${place("eventId")}`,
);

/** A page of the caller's blocked members, the latest first. @throws Failure sign_in_required, invalid (cursor) */
export async function listBlocks(ctx: Context, filter: BlockFilter): Promise<Page<Blockable>> {
  const { id } = requireMember(ctx);
  const after = decodeCursor(MomentCursor, filter.cursor);
  const mine = ctx.db
    .selectFrom("blocks")
    .innerJoin("members", "members.id", "blocks.blocked_id")
    .where("blocker_id", "=", id);
  const beyond = after && sql<boolean>`(blocked_at, blocked_id) < (${after[0]}::timestamptz, ${after[1]}::uuid)`;
  const [rows, { count }] = await Promise.all([
    (beyond ? mine.where(beyond) : mine)
      .select(["members.id", "name", "image", "blocked_at"])
      .orderBy("blocked_at", "desc")
      .orderBy("blocked_id", "desc")
      .limit(filter.limit + 1)
      .execute(),
    mine.select((eb) => eb.fn.countAll<number>().as("count")).executeTakeFirstOrThrow(),
  ]);
  const { shown, next } = paginate(rows, filter.limit, (last) => encodeCursor(last.blocked_at.toISOString(), last.id));
  return { rows: shown.map(toBlockable), total: count, next };
}

/**
 * A member whom the caller has blocked or may block. They must have met, so that the caller cannot look up names by id.
 * @throws Failure sign_in_required, not_found
 */
export async function getBlockable(ctx: Context, otherId: string): Promise<Blockable> {
  const { id } = requireMember(ctx);
  if (!isId(otherId) || otherId === id) throw new Failure("not_found");
  const other = await ctx.db
    .selectFrom("members")
    .leftJoin("blocks", (on) => on.onRef("blocked_id", "=", "members.id").on("blocker_id", "=", id))
    .where("members.id", "=", otherId)
    .where(hasMet(id, otherId, ctx.now))
    .select(["members.id", "name", "image", "blocked_at"])
    .executeTakeFirst();
  if (!other) throw new Failure("not_found");
  return toBlockable(other);
}

/**
 * The condition that a member has blocked another, or has met them: as the organizer of an event, or on the list of an
 * event that the member organizes. An event of a community does not show its maker.
 */
const hasMet = (id: string, otherId: string, now: Date) => sql<boolean>`(
  blocked_at is not null
  or exists (select from events where organizer_id = ${otherId} and owner_community_id is null
    and (not is_draft or ${isRegistered(sql`events.id`, id)}))
  or exists (select from events where ${isOrganizedBy(id, now)} and ${isRegistered(sql`events.id`, otherId)})
)`;

const toBlockable = (row: { id: string; name: string; image: string | null; blocked_at: Date | null }): Blockable =>
  shape(Blockable, {
    _id: row.id,
    name: oneLine(row.name),
    photo: row.image,
    blockedAt: row.blocked_at?.toISOString() ?? null,
  });
