import type { Selectable } from "kysely";
import { searchText } from "#db/fold.ts";
import type { Schema } from "#db/schema.server.ts";
import { planOf } from "../events/changes.ts";
import type { LockedEvent } from "../events/locking.ts";
import type { PointColumns } from "../events/placing.ts";
import { daysOf, durationDefault, hasLength, type Spots } from "../events/rules.ts";
import { capacityOf, latestBegin } from "./rules.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { isPublicPicture } from "../pictures/rules.ts";
import { spanOfRow } from "../time-zones/rules.ts";
import type { EventChanges, EventInput } from "./shapes.ts";

/**
 * The columns with an organizer's input: all columns except derived ones, and those that other code keeps. A form field
 * that is forgotten here does not compile.
 */
type TypedColumns = Omit<
  Selectable<Schema["events"]>,
  | "id"
  | "organizer_id"
  | "owner_community_id"
  | "copied_from"
  | "series_id"
  | "series_start"
  | keyof PointColumns
  | "capacity"
  | "first_day"
  | "last_day"
  | "taken"
  | "waitlisted"
  | "held"
  | "passed"
  | "passed_seq"
  | "round"
  | "is_draft"
  | "review"
  | "cancelled_at"
  | "cancel_reason"
  | "sequence"
  | "search_text"
  | "search_letters"
  | "search_beginnings"
  | "created_at"
  | "updated_at"
>;

/** The present time, and our own address. */
type Setting = Pick<Context, "now" | "address">;

/**
 * The columns of a new event.
 * @throws Failure invalid (a date in the past, or too far ahead; an end before the beginning, a picture that is not
 * public)
 */
export function columnsOf(input: EventInput & { timeZone: string }, { now, address }: Setting) {
  checkDate(input.eventDate, now);
  checkPicture(input.thumbnailUrl, address);
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
    effort: input.effort,
    children_welcome: input.childrenWelcome,
    step_free: input.stepFree,
    languages: input.languages,
    provided: input.provided,
    asks_phone: input.asksPhone,
  };
  return {
    ...typed,
    ...dayColumns(typed),
    capacity: capacityOf(input.maxParticipant),
    search_text: searchText(typed),
  };
}

/**
 * The columns of a changed event; fields that are not named stay. Its sequence number rises if the data of calendars
 * and people's plans has changed.
 * @throws Failure invalid (another date that is past or too far ahead, an end before the beginning, too few spots)
 */
export function changedEvent(
  event: LockedEvent,
  changes: EventChanges,
  { now, address, where }: Setting & { where: PointColumns },
): LockedEvent {
  const { eventDate = event.event_date, thumbnailUrl = event.thumbnail_url } = changes;
  const { maxParticipant = event.max_participant, whatToBring = event.what_to_bring } = changes;
  const { effort = event.effort, provided = event.provided } = changes;
  const { childrenWelcome = event.children_welcome, stepFree = event.step_free } = changes;
  if (eventDate.getTime() !== event.event_date.getTime()) checkDate(eventDate, now);
  if (thumbnailUrl && thumbnailUrl !== event.thumbnail_url) checkPicture(thumbnailUrl, address);
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
    effort,
    children_welcome: childrenWelcome,
    step_free: stepFree,
    languages: changes.languages ?? event.languages,
    provided,
    asks_phone: changes.asksPhone ?? event.asks_phone,
  };
  const after = {
    ...event,
    ...typed,
    ...where,
    ...dayColumns(typed),
    capacity: capacityFor(event, maxParticipant),
    search_text: searchText(typed),
    updated_at: now,
  };
  return isSamePlan(event, after) ? after : { ...after, sequence: event.sequence + 1 };
}

/** The days on which an event begins and ends in its own zone. */
export function dayColumns(typed: Pick<TypedColumns, "event_date" | "event_end" | "time_zone">) {
  const { first, last } = daysOf(spanOfRow(typed));
  return { first_day: first, last_day: last };
}

/**
 * Tests whether two versions of an event are the same for calendars and people's plans; the description and the
 * good-to-know facts do not count.
 */
const isSamePlan = (before: LockedEvent, after: LockedEvent): boolean =>
  JSON.stringify(shownBy(before)) === JSON.stringify(shownBy(after));
const shownBy = (event: LockedEvent) => {
  const { latitude, longitude, is_exact, town_id } = event;
  return { ...planOf(event), description: "", goodToKnow: "", latitude, longitude, is_exact, town_id };
};

/** @throws Failure invalid (a picture in a private network) */
function checkPicture(thumbnailUrl: string, address: string): void {
  if (isPublicPicture(thumbnailUrl, address)) return;
  throw new Failure("invalid", [{ path: "thumbnailUrl", rule: "rule.picture.private" }]);
}

/** @throws Failure invalid (a moment in the past, or more than three years ahead) */
function checkDate(eventDate: Date, now: Date): void {
  if (eventDate <= now) throw new Failure("invalid", [{ path: "eventDate", rule: "rule.event_date.past" }]);
  if (eventDate > latestBegin(now))
    throw new Failure("invalid", [{ path: "eventDate", rule: "rule.event_date.too_far" }]);
}

/**
 * The end of an event that begins at a moment.
 * @throws Failure invalid (before it begins, or after more than 14 days)
 */
function endOf(begin: Date, end = new Date(begin.getTime() + durationDefault)): Date {
  if (hasLength({ begin, end })) return end;
  throw new Failure("invalid", [{ path: "eventEnd", rule: "rule.event_end" }]);
}

/** The capacity in the organizer's words. @throws Failure invalid (fewer spots than are taken or held) */
function capacityFor({ taken, held }: Spots, maxParticipant: string): number | null {
  const capacity = capacityOf(maxParticipant);
  const inUse = taken + held;
  if (capacity === null || capacity >= inUse) return capacity;
  const values = { taken: inUse, spots: capacity };
  throw new Failure("invalid", [{ path: "maxParticipant", rule: "rule.max_participant.below_taken", values }]);
}
