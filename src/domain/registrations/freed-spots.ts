import { type Kysely, type RawBuilder, sql, type Transaction } from "kysely";
import type { Schema } from "#db/schema.server.ts";
import { enqueue, enqueueAll, type Task } from "../outbox.ts";

const minute = 60_000;

/**
 * True if a newcomer would get a spot at an event that is not over, as a condition for SQL; `isFull` of
 * `events/rules.ts` is its counterpart.
 */
const hasRoom = (now: Date): RawBuilder<boolean> => sql<boolean>`
  event_end > ${now} and cancelled_at is null and not is_draft
  and (capacity is null or taken + held < capacity) and waitlisted <= held + passed`;

/**
 * Schedules a mail to people who asked to hear of a free spot, if one is free for them. The mail waits a minute,
 * because spots that are given back are often taken at once. Call it in every transaction that may free a spot; each
 * person is told once.
 */
export async function tellFreed(tx: Kysely<Schema>, eventId: string, now: Date): Promise<void> {
  const { rows } = await sql`select from events
    where id = ${eventId} and ${hasRoom(now)} and exists (select from follows where event_id = events.id and confirmed_at is not null)`.execute(
    tx,
  );
  if (rows.length === 0) return;
  const key = `spot_freed:${eventId}:${Math.floor(now.getTime() / minute)}`;
  await enqueue(tx, { kind: "spot_freed", key, payload: { eventId } }, now, new Date(now.getTime() + minute));
}

/**
 * Writes the mails if a spot is still free: one to each person who asked and is not registered by now. They asked for
 * one mail, so their follow ends with it.
 */
export async function tellAllOfSpot(tx: Transaction<Schema>, eventId: string, now: Date): Promise<void> {
  const { rows } = await sql<{ id: string; email: string; registered: boolean }>`
    delete from follows using subscribers, events
    where follows.event_id = ${eventId} and subscribers.email = follows.email and events.id = follows.event_id
      and follows.confirmed_at is not null and subscribers.confirmed_at is not null and ${hasRoom(now)}
    returning follows.id, follows.email, exists (
      select from registrations join members on members.id = member_id
      where registrations.event_id = ${eventId} and members.email = follows.email) as registered`.execute(tx);
  const tasks = rows
    .filter(({ registered }) => !registered)
    .map(({ id, email }): Task => ({ kind: "spot_told", key: `spot_told:${id}`, payload: { eventId, email } }));
  await enqueueAll(tx, tasks, now);
}
