import { type Kysely, sql, type Transaction } from "kysely";
import { newId, type Schema } from "#db/schema.server.ts";
import type { LockedEvent } from "../events/locking.ts";

/**
 * Records an action to report to the event's organizer; an organizer's own action is not recorded. For people without
 * an account it stores the name.
 */
export async function noteHappening(
  tx: Transaction<Schema>,
  event: LockedEvent,
  who: { memberId: string } | { name: string },
  kind: "joined" | "left",
  now: Date,
): Promise<void> {
  const [memberId, name] = "name" in who ? [null, who.name] : [who.memberId, null];
  if (memberId === event.organizer_id) return;
  await tx
    .insertInto("happenings")
    .values({ id: newId(), event_id: event.id, member_id: memberId, kind, happened_at: now, name })
    .execute();
}

/** The happenings up to now that no mail tells yet, as a table for SQL. */
export const untoldUntil = (now: Date) => sql`(
  select id, event_id, happened_at from happenings where digest is null and happened_at <= ${now}
)`;

/** Notes which mail tells the happenings up to now at some events. */
export async function markTold(
  db: Kysely<Schema>,
  now: Date,
  eventIds: readonly string[],
  digest: string,
): Promise<void> {
  if (eventIds.length === 0) return;
  await db
    .updateTable("happenings")
    .set({ digest })
    .where("digest", "is", null)
    .where("event_id", "in", eventIds)
    .where("happened_at", "<=", now)
    .execute();
}

/**
 * The happenings that a mail tells, one row for each person at an event, as a table for SQL. `kinds` are in order, and
 * `first` is the id of the first. Those of people whose account is gone are not put together.
 */
export const toldBy = (digest: string) => sql`(
  select event_id, member_id, name, jsonb_agg(kind order by id) as kinds, min(id::text) as first from happenings
  where digest = ${digest}
  group by event_id, member_id, name, case when member_id is null then id end
)`;

/** The happenings by a member, in order. */
export const happeningsOf = (db: Kysely<Schema>, memberId: string) =>
  db
    .selectFrom("happenings")
    .where("member_id", "=", memberId)
    .select(["event_id as eventId", "kind", "happened_at as happenedAt"])
    .orderBy("id")
    .execute();

/** Keeps the news that a member left, without the member. The rest is deleted with the account. */
export const forgetLeaver = (tx: Transaction<Schema>, memberId: string) =>
  tx
    .updateTable("happenings")
    .set({ member_id: null })
    .where("member_id", "=", memberId)
    .where("kind", "=", "left")
    .execute();
