import type { Selectable } from "kysely";
import { searchText } from "#db/fold.ts";
import type { Schema } from "#db/schema.server.ts";
import { planOf } from "../events/jobs.ts";
import type { LockedEvent } from "../events/locking.ts";
import { capacityOf, durationDefault, durationMax } from "../events/rules.ts";
import { Failure } from "../failure.ts";
import type { EventChanges, EventInput } from "./shapes.ts";

/**
 * The columns that hold what an organizer types: all but those that follow from it, and those that are kept by others. A
 * field of the form that is forgotten here does not compile.
 */
type TypedColumns = Omit<
  Selectable<Schema["events"]>,
  | "id"
  | "organizer_id"
  | "capacity"
  | "taken"
  | "waitlisted"
  | "held"
  | "cancelled_at"
  | "cancel_reason"
  | "sequence"
  | "search_text"
  | "created_at"
  | "updated_at"
>;

/** What a new event's columns hold. @throws Failure invalid (a date that is not to come, an end before the beginning) */
export function columnsOf(input: EventInput, now: Date) {
  if (input.eventDate <= now) throw pastDate();
  const typed: TypedColumns = {
    title: input.title,
    event_type: input.eventType,
    location: input.location,
    event_date: input.eventDate,
    event_end: endOf(input.eventDate, input.eventEnd),
    time_zone: input.timeZone,
    max_participant: input.maxParticipant,
    hold_hours: input.holdHours,
    thumbnail_url: input.thumbnailUrl,
    description: input.description,
    what_to_bring: input.whatToBring,
  };
  return { ...typed, capacity: capacityOf(input.maxParticipant), search_text: searchText(typed) };
}

/**
 * An event with the changes made; what they do not name stays. Its sequence counts one more when what calendars and people
 * plan by has changed.
 * @throws Failure invalid (a past date, an end before the beginning, too few spots)
 */
export function changedEvent(event: LockedEvent, changes: EventChanges, now: Date): LockedEvent {
  const { eventDate = event.event_date, thumbnailUrl = event.thumbnail_url } = changes;
  const { maxParticipant = event.max_participant, whatToBring = event.what_to_bring } = changes;
  if (eventDate <= now && eventDate.getTime() !== event.event_date.getTime()) throw pastDate();
  const duration = event.event_end.getTime() - event.event_date.getTime();
  const typed: TypedColumns = {
    title: changes.title ?? event.title,
    event_type: changes.eventType ?? event.event_type,
    location: changes.location ?? event.location,
    event_date: eventDate,
    event_end: endOf(eventDate, changes.eventEnd ?? new Date(eventDate.getTime() + duration)),
    time_zone: changes.timeZone ?? event.time_zone,
    max_participant: maxParticipant,
    hold_hours: changes.holdHours ?? event.hold_hours,
    thumbnail_url: thumbnailUrl || null,
    description: changes.description ?? event.description,
    what_to_bring: whatToBring,
  };
  const after = {
    ...event,
    ...typed,
    capacity: capacityFor(event, maxParticipant),
    search_text: searchText(typed),
    updated_at: now,
  };
  return isSamePlan(event, after) ? after : { ...after, sequence: event.sequence + 1 };
}

/** Whether two versions of an event are the same in what calendars and people plan by. */
const isSamePlan = (before: LockedEvent, after: LockedEvent): boolean =>
  JSON.stringify(planOf(before)) === JSON.stringify(planOf(after));

/** When an event ends that begins at a moment. @throws Failure invalid (before it begins, or after more than 14 days) */
function endOf(eventDate: Date, eventEnd = new Date(eventDate.getTime() + durationDefault)): Date {
  const duration = eventEnd.getTime() - eventDate.getTime();
  if (duration > 0 && duration <= durationMax) return eventEnd;
  throw new Failure("invalid", [{ path: "eventEnd", rule: "rule.event_end" }]);
}

/** The capacity that the organizer's words stand for. @throws Failure invalid (fewer spots than are taken or held) */
function capacityFor({ taken, held }: LockedEvent, maxParticipant: string): number | null {
  const capacity = capacityOf(maxParticipant);
  const inUse = taken + held;
  if (capacity === null || capacity >= inUse) return capacity;
  const values = { taken: inUse, spots: capacity };
  throw new Failure("invalid", [{ path: "maxParticipant", rule: "rule.max_participant.below_taken", values }]);
}

const pastDate = () => new Failure("invalid", [{ path: "eventDate", rule: "rule.event_date.past" }]);
