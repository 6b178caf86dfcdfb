import type { Selectable, Transaction } from "kysely";
import { searchText } from "#db/fold.ts";
import { newId, type Schema } from "#db/schema.server.ts";
import { type Context, requireMember, requireSelf } from "../context.ts";
import { Failure } from "../failure.ts";
import { isId } from "../shapes.ts";
import { enqueueAll, type Task } from "../outbox.ts";
import { keepPromises, shortenOffers } from "../offers/commands.ts";
import { tellChanges } from "./jobs.ts";
import { capacityOf, durationDefault, durationMax, hasEnded } from "./rules.ts";
import {
  type CancelInput,
  EventChanged,
  type EventChanges,
  EventCreated,
  EventDeleted,
  type EventInput,
  type Named,
} from "./shapes.ts";

/**
 * Creates an event of the member who asks. Its places are the number read from the organiser's words.
 * Specification 5 'Create event', 7 `POST /add-event`.
 * @throws Failure sign_in_required, not_yours (another's e-mail), invalid (a date that is not to come)
 */
export async function createEvent(ctx: Context, input: EventInput): Promise<EventCreated> {
  const member = requireSelf(ctx, input.email);
  if (input.eventDate <= ctx.now) throw pastDate();
  const eventEnd = endOf(input.eventDate, input.eventEnd);

  const id = newId();
  await ctx.db
    .insertInto("events")
    .values({
      id,
      organizer_id: member.id,
      title: input.title,
      event_type: input.eventType,
      location: input.location,
      event_date: input.eventDate,
      event_end: eventEnd,
      time_zone: input.timeZone,
      max_participant: input.maxParticipant,
      capacity: capacityOf(input.maxParticipant),
      hold_hours: input.holdHours,
      thumbnail_url: input.thumbnailUrl,
      description: input.description,
      search_text: searchText(input),
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    .execute();
  return EventCreated.parse({ acknowledged: true, insertedId: id });
}

/**
 * Changes what is named of an event, for its organiser only; what is not named stays. An event that is over can be
 * corrected, but none can be moved into the past: a past date is taken only when it is the one the event has. Moved, it
 * stays as long as it was, unless its end is named too. More places are offered to who waits; there are never fewer than
 * are taken, or held for somebody.
 * Specification 5 'Edit event', 7 `PATCH /events/{id}`.
 * @throws Failure sign_in_required, not_yours (another's e-mail or event), not_found, event_cancelled, invalid (a past date,
 * an end before the beginning, too few places)
 */
export async function updateEvent(ctx: Context, id: string, changes: Named<EventChanges>): Promise<EventChanged> {
  const member = requireSelf(ctx, changes.email);

  await ctx.db.transaction().execute(async (tx) => {
    const event = await lockOwnEvent(tx, id, member.id);
    if (event.cancelled_at) throw new Failure("event_cancelled");
    const { eventDate = event.event_date, maxParticipant = event.max_participant } = changes;
    if (eventDate <= ctx.now && eventDate.getTime() !== event.event_date.getTime()) throw pastDate();

    const duration = event.event_end.getTime() - event.event_date.getTime();
    const eventEnd = endOf(eventDate, changes.eventEnd ?? new Date(eventDate.getTime() + duration));
    const capacity = placesFor(event, maxParticipant);
    const { title = event.title, location = event.location, description = event.description } = changes;
    const { thumbnailUrl = event.thumbnail_url } = changes;
    const { timeZone = event.time_zone } = changes;
    const kept =
      title === event.title &&
      location === event.location &&
      timeZone === event.time_zone &&
      eventDate.getTime() === event.event_date.getTime() &&
      eventEnd.getTime() === event.event_end.getTime();
    await tx
      .updateTable("events")
      .where("id", "=", event.id)
      .set({
        // What calendars and people plan by has changed.
        sequence: kept ? event.sequence : event.sequence + 1,
        title,
        location,
        description,
        event_type: changes.eventType ?? event.event_type,
        event_date: eventDate,
        event_end: eventEnd,
        max_participant: maxParticipant,
        capacity,
        hold_hours: changes.holdHours ?? event.hold_hours,
        time_zone: timeZone,
        thumbnail_url: thumbnailUrl || null,
        search_text: searchText({ title, location, description }),
        updated_at: ctx.now,
      })
      .execute();
    const is = { title, location, eventDate, eventEnd, timeZone };
    if (!kept) await tellChanges(tx, event, is, ctx.now);
    // Who said that they are coming said so of another date.
    const isMoved = eventDate.getTime() !== event.event_date.getTime();
    if (isMoved) await tx.updateTable("joins").set({ confirmed_at: null }).where("event_id", "=", event.id).execute();
    const { holdHours = event.hold_hours } = changes;
    const changed = { ...event, event_date: eventDate, hold_hours: holdHours };
    if (eventDate < event.event_date) await shortenOffers(tx, changed, ctx.now);
    await keepPromises(tx, changed, ctx.now);
  });
  ctx.announce(id);
  return EventChanged.parse({ acknowledged: true, modifiedCount: 1 });
}

/** When an event ends that begins at a moment. @throws Failure invalid (before it begins, or after more than 14 days) */
function endOf(eventDate: Date, eventEnd = new Date(eventDate.getTime() + durationDefault)): Date {
  const duration = eventEnd.getTime() - eventDate.getTime();
  if (duration > 0 && duration <= durationMax) return eventEnd;
  throw new Failure("invalid", [{ path: "eventEnd", rule: "rule.event_end" }]);
}

/** The number of places that the organiser's words stand for. @throws Failure invalid (fewer than are taken or held) */
function placesFor({ participants, held }: Selectable<Schema["events"]>, maxParticipant: string): number | null {
  const places = capacityOf(maxParticipant);
  const joined = participants + held;
  if (places === null || places >= joined) return places;
  const values = { joined, places };
  throw new Failure("invalid", [{ path: "maxParticipant", rule: "rule.max_participant.below_joined", values }]);
}

/**
 * Deletes an event and with it every place that was taken at it, for its organiser only, and tells everyone who had one.
 * Specification 5 'Deleting requires confirmation' (the screen asks), 7 `DELETE /events/{id}`.
 * @throws Failure sign_in_required, not_yours (another's e-mail or event), not_found
 */
export async function deleteEvent(ctx: Context, id: string, named: Named<object>): Promise<EventDeleted> {
  const member = requireSelf(ctx, named.email);

  await ctx.db.transaction().execute(async (tx) => {
    const event = await lockOwnEvent(tx, id, member.id);
    await removeEvent(tx, event, ctx.now);
  });
  ctx.announce(id);
  return EventDeleted.parse({ acknowledged: true, deletedCount: 1 });
}

/**
 * Takes an event away, whose row is locked. Whoever had a place at it is told, by a mail that carries what there was to
 * know: when it goes out, the event is gone. Of an event that is over nobody needs to hear, nor again of one that was
 * cancelled.
 */
export async function removeEvent(tx: Transaction<Schema>, event: Selectable<Schema["events"]>, now: Date) {
  if (!hasEnded(event.event_end, now) && !event.cancelled_at) {
    await tellOfEnd(tx, { ...event, sequence: event.sequence + 1 }, now);
  }
  await tx.deleteFrom("events").where("id", "=", event.id).execute();
}

/**
 * Cancels an event, for its organiser only: it stays at its address with the reason, and keeps its participants for the
 * record, but can no longer be joined or changed, and is on no list. Whoever had a place or waited for one is told.
 * @throws Failure sign_in_required, not_found, not_yours, event_cancelled (already), event_over
 */
export async function cancelEvent(ctx: Context, id: string, { reason }: CancelInput): Promise<EventChanged> {
  const member = requireMember(ctx);
  await ctx.db.transaction().execute(async (tx) => {
    const event = await lockOwnEvent(tx, id, member.id);
    if (event.cancelled_at) throw new Failure("event_cancelled");
    if (hasEnded(event.event_end, ctx.now)) throw new Failure("event_over");
    const end = { cancelled_at: ctx.now, cancel_reason: reason, sequence: event.sequence + 1 };
    await tx
      .updateTable("events")
      .set({ ...end, updated_at: ctx.now })
      .where("id", "=", event.id)
      .execute();
    // What was held for somebody is not offered any more; they stay in line, for the record.
    await tx.updateTable("joins").set({ offered_until: null }).where("event_id", "=", event.id).execute();
    await keepPromises(tx, { ...event, ...end }, ctx.now);
    await tellOfEnd(tx, { ...event, ...end }, ctx.now);
  });
  ctx.announce(id);
  return EventChanged.parse({ acknowledged: true, modifiedCount: 1 });
}

/** Tells whoever has a place at an event, or waits for one, that it will not take place. */
async function tellOfEnd(tx: Transaction<Schema>, event: Selectable<Schema["events"]>, now: Date): Promise<void> {
  const people = await tx
    .selectFrom("joins")
    .innerJoin("members", "members.id", "joins.member_id")
    .where("event_id", "=", event.id)
    .where("member_id", "!=", event.organizer_id)
    .select(["members.id", "members.name", "members.email"])
    .execute();
  const { id: eventId, title, location, event_date, event_end, time_zone: timeZone, cancel_reason: reason } = event;
  const about = { eventId, title, location, timeZone, sequence: event.sequence, reason };
  const times = { eventDate: event_date.toISOString(), eventEnd: event_end.toISOString() };
  const tasks = people.map(({ id, name, email }): Task => {
    const payload = { name, email, ...about, ...times };
    return { kind: "event_cancelled", key: `event_cancelled:${eventId}:${id}`, payload };
  });
  await enqueueAll(tx, tasks, now);
}

/** The event's row, locked until the transaction ends, so that its joins and other changes wait. */
export async function lockOwnEvent(tx: Transaction<Schema>, id: string, memberId: string) {
  const event = await lockEvent(tx, id);
  if (event.organizer_id !== memberId) throw new Failure("not_yours");
  return event;
}

export async function lockEvent(tx: Transaction<Schema>, id: string) {
  if (!isId(id)) throw new Failure("not_found");
  const event = await tx.selectFrom("events").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
  if (!event) throw new Failure("not_found");
  return event;
}

const pastDate = () => new Failure("invalid", [{ path: "eventDate", rule: "rule.event_date.past" }]);
