import { type Selectable, sql, type Transaction } from "kysely";
import type { Schema } from "#db/schema.server.ts";
import { enqueue, enqueueAll, type Task } from "../outbox.ts";
import { heldUntil } from "./rules.ts";

type Event = Pick<Selectable<Schema["events"]>, "id" | "event_date" | "hold_hours" | "cancelled_at">;

/**
 * Keeps an event's promise to who waits, after anything that may have freed places: offers whose time is up lapse, what
 * is free is offered to the first in line, in the order of arrival and nothing else, and the counts are set. A group is
 * offered its places together: what is free gathers for it until it fits, and nobody overtakes it.
 * The event's row is locked. Calling it once more changes nothing.
 */
export async function keepPromises(tx: Transaction<Schema>, event: Event, now: Date): Promise<void> {
  await lapse(tx, event, now);
  if (event.event_date > now && !event.cancelled_at) await offerFree(tx, event, now);
  await countPlaces(tx, event.id);
}

/** Who has not taken their offer in time leaves the line, and is told. */
async function lapse(tx: Transaction<Schema>, event: Event, now: Date): Promise<void> {
  const lapsed = await tx
    .deleteFrom("joins")
    .where("event_id", "=", event.id)
    .where("offered_until", "<=", now)
    .returning(["id", "member_id"])
    .execute();
  const tasks = lapsed.map(({ id, member_id }): Task => {
    const payload = { eventId: event.id, memberId: member_id };
    return { kind: "place_lapsed", key: `place_lapsed:${id}`, payload };
  });
  await enqueueAll(tx, tasks, now);
}

async function offerFree(tx: Transaction<Schema>, event: Event, now: Date): Promise<void> {
  const until = heldUntil(event.event_date, event.hold_hours, now);
  // Whoever waits together with all before them for no more than what is free.
  const { rows: offered } = await sql<{ id: string; member_id: string }>`
    update joins set offered_until = ${until}
    from (
      select id, sum(places) over (order by seq) as up_to from joins
      where event_id = ${event.id} and state = 'waiting' and offered_until is null
    ) line,
    (
      select capacity - (
        select coalesce(sum(places), 0) from joins
        where event_id = ${event.id} and (state = 'joined' or offered_until is not null)
      ) as free
      from events where id = ${event.id}
    ) event
    where joins.id = line.id and (event.free is null or line.up_to <= event.free)
    returning joins.id, joins.member_id`.execute(tx);
  if (offered.length === 0) return;

  const tasks = offered.map(({ id, member_id }): Task => {
    const payload = { eventId: event.id, memberId: member_id, joinId: id, until: until.toISOString() };
    return { kind: "place_offered", key: `place_offered:${id}`, payload };
  });
  await enqueueAll(tx, tasks, now);
  await lookAgain(tx, event, now, until);
}

/** Has lapsed offers go to the next in line when their time is up. */
async function lookAgain(tx: Transaction<Schema>, { id: eventId }: Event, now: Date, until: Date): Promise<void> {
  const key = `lapse_offers:${eventId}:${until.toISOString()}`;
  await enqueue(tx, { kind: "lapse_offers", key, payload: { eventId } }, now, until);
}

/** Ends offers when their event begins, whose row is locked and which now begins sooner than it did. */
export async function shortenOffers(tx: Transaction<Schema>, event: Event, now: Date): Promise<void> {
  const shortened = await tx
    .updateTable("joins")
    .set({ offered_until: event.event_date })
    .where("event_id", "=", event.id)
    .where("offered_until", ">", event.event_date)
    .returning("id")
    .execute();
  if (shortened.length > 0) await lookAgain(tx, event, now, event.event_date);
}

/** Sets an event's counts to what its joins say. */
export async function countPlaces(tx: Transaction<Schema>, eventId: string): Promise<void> {
  await sql`
    update events set participants = counted.joined, waiting = counted.waiting, held = counted.held
    from (
      select
        coalesce(sum(places) filter (where state = 'joined'), 0) as joined,
        coalesce(sum(places) filter (where state = 'waiting'), 0) as waiting,
        coalesce(sum(places) filter (where offered_until is not null), 0) as held
      from joins where event_id = ${eventId}
    ) counted
    where events.id = ${eventId}`.execute(tx);
}
