import { type Kysely, type RawBuilder, sql } from "kysely";
import { preparedWith } from "#db/prepared.ts";
import type { Schema } from "#db/schema.server.ts";
import { type Context, requireMember } from "../context.ts";
import { decodeCursor, encodeCursor, MomentCursor, paginate } from "../cursor.ts";
import { Failure } from "../failure.ts";
import { isRegistered } from "../registrations/people.ts";
import { oneLine } from "../rules.ts";
import { isId, type Page, shape } from "../shapes.ts";
import { Blockable, type BlockFilter } from "./shapes.ts";

type Id = string | RawBuilder<unknown>;

/** The SQL condition that one of two members has blocked the other. */
export const isBlockedBetween = (one: Id, other: Id) => sql<boolean>`exists (
  select from blocks
  where (blocker_id = ${one} and blocked_id = ${other}) or (blocker_id = ${other} and blocked_id = ${one})
)`;

/** Tests whether one of two members has blocked the other. */
export async function areBlocked(db: Kysely<Schema>, one: string, other: string): Promise<boolean> {
  const { rows } = await sql<{ blocked: boolean }>`
    select ${isBlockedBetween(sql`${one}::uuid`, sql`${other}::uuid`)} as blocked`.execute(db);
  return rows[0]?.blocked ?? false;
}

/** Tests whether a block stands between a member and the organizer of an event. */
export async function isBlockedAt(db: Kysely<Schema>, eventId: string, memberId: string): Promise<boolean> {
  const [row] = await findBlock(db, { eventId, memberId });
  return row?.blocked ?? false;
}

const findBlock = preparedWith<{ eventId: string; memberId: string }, { blocked: boolean }>(
  (place) => sql`
    select ${isBlockedBetween(sql`organizer_id`, sql`${place("memberId")}::uuid`)} as blocked
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
    .where(hasMet(id, otherId))
    .select(["members.id", "name", "image", "blocked_at"])
    .executeTakeFirst();
  if (!other) throw new Failure("not_found");
  return toBlockable(other);
}

/**
 * The condition that a member has blocked another, or has met them: as the organizer of an event, or on the list of
 * their own event.
 */
const hasMet = (id: string, otherId: string) => sql<boolean>`(
  blocked_at is not null
  or exists (select from events where organizer_id = ${otherId} and not is_draft)
  or exists (select from events where organizer_id = ${id} and ${isRegistered(sql`events.id`, otherId)})
  or exists (select from events where organizer_id = ${otherId} and ${isRegistered(sql`events.id`, id)})
)`;

const toBlockable = (row: { id: string; name: string; image: string | null; blocked_at: Date | null }): Blockable =>
  shape(Blockable, {
    _id: row.id,
    name: oneLine(row.name),
    photo: row.image,
    blockedAt: row.blocked_at?.toISOString() ?? null,
  });
