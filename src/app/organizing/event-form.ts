import type { EventType } from "#domain/events/rules.ts";
import type { Event } from "#domain/events/shapes.ts";
import type { EventChangesJson, EventInputJson } from "#domain/organizing/shapes.ts";
import { spanOf } from "#domain/time-zones/rules.ts";
import type { Point } from "#domain/towns/rules.ts";
import type { Town } from "#domain/towns/shapes.ts";

import type { SessionUser } from "../session/auth-client.ts";
import { keepsSpan, spanNames, type SpanValues, spanValuesOf, typedSpan } from "./event-span.ts";

// Converts an event to the fields of its form, and these to a request. If either side forgets a field, this does not
// compile.

/** The times of an event in a request; the form has its own fields for them (`SpanValues`). */
type SpanJson = Pick<EventInputJson, "eventDate" | "eventEnd" | "timeZone">;

/** The facts of an event with one field each, by their names in the request. */
export type TypedField = Exclude<
  keyof EventInputJson,
  keyof SpanJson | "email" | "organizer" | "organizerPhoto" | "communityId" | "copiedFrom"
>;

/**
 * The values of an event form, by field. `town` holds more than its id, so that a draft can show it. `communityId` is
 * chosen once, for a new event.
 */
export type EventFormValues = Record<Exclude<TypedField, "townId"> | "town" | "communityId", string> & SpanValues;

/** The fields for how an event repeats. They are empty for an event that happens once. */
export const repeatNames = ["repeats", "weekdays", "ends", "until", "times", "leftOut"] as const;
export type RepeatValues = Record<(typeof repeatNames)[number], string>;

/** The values typed so far; `copiedFrom` is the event that is run again. */
export type EventDraft = Partial<EventFormValues & RepeatValues & { copiedFrom: string }>;

/**
 * The key of the draft of a new event. It holds the member's id, so that another member on this device does not find
 * the text.
 */
export const createDraft = (memberId: string) => `create-event.${memberId}`;

/** The fields that hold a value before the organizer has typed. */
const chosen: readonly string[] = [
  ...spanNames.filter((name) => name !== "eventDate"),
  ...repeatNames,
  "copiedFrom",
  "communityId",
  "eventType",
  "holdHours",
  "scene",
];

/** True if a picture is one of our scenes, which take no effort to choose again. */
export const isScene = (address: string): boolean => address.startsWith("/scenes/");

/** True if a draft holds typed text, which must not be lost without asking. */
export const hasTyped = (draft: EventDraft): boolean =>
  Object.entries(draft).some(([name, text]) => !chosen.includes(name) && text.trim() !== "" && !isScene(text));

/** The first values of the form of an existing event. */
export const formValuesOf = (event: Event): EventFormValues => ({
  title: event.title,
  eventType: event.eventType,
  location: event.location,
  town: event.town ? townText(event.town, event.isExact ? null : event.point) : "",
  point: event.isExact && event.point ? `${event.point.lat},${event.point.lon}` : "",
  ...spanValuesOf(spanOf(event)),
  maxParticipant: event.maxParticipant,
  holdHours: String(event.holdHours),
  thumbnailUrl: event.thumbnailUrl ?? "",
  description: event.description,
  whatToBring: event.whatToBring ?? "",
  effort: event.effort ?? "",
  childrenWelcome: choiceOf(event.childrenWelcome),
  stepFree: choiceOf(event.stepFree),
  languages: event.languages.join(),
  provided: event.provided ?? "",
  asksPhone: event.asksPhone ? "yes" : "",
  communityId: event.community?.id ?? "",
});

/** Specification 7 `POST /add-event`: its whole body. `browsersZone` is the time zone if the form names none. */
export function eventInputOf(
  values: EventDraft,
  user: SessionUser,
  browsersZone: string,
): Required<Omit<EventInputJson, "copiedFrom">> & Pick<EventInputJson, "copiedFrom"> {
  const { begin, end, zone } = typedSpan(values, browsersZone);
  return {
    ...typedOf(values),
    communityId: values.communityId || null,
    eventDate: begin?.toISOString() ?? "",
    eventEnd: end?.toISOString() ?? "",
    timeZone: zone,
    email: user.email,
    organizer: user.displayName,
    organizerPhoto: user.photoURL,
    ...(values.copiedFrom && { copiedFrom: values.copiedFrom }),
  };
}

/** Specification 7 `PATCH /events/{id}`: its body. It leaves out only the times, if they have not changed. */
export function eventChangesOf(event: Event, draft: EventDraft) {
  const before = formValuesOf(event);
  const values = { ...before, ...draft };
  return { ...typedOf(values), ...(!keepsSpan(values, before) && timesOf(values, event.timeZone)) } satisfies Required<
    Omit<EventChangesJson, keyof SpanJson>
  > &
    Pick<EventChangesJson, keyof SpanJson>;
}

/** The facts with one field each, as sent to the API. */
const typedOf = (values: EventDraft) =>
  ({
    title: trimmed(values.title),
    // A type of the seven, as the form requires; the server refuses any other.
    eventType: values.eventType as EventType,
    location: trimmed(values.location),
    townId: townIn(values.town)?.id ?? null,
    point: pointIn(values.point),
    maxParticipant: trimmed(values.maxParticipant),
    holdHours: Number(values.holdHours),
    thumbnailUrl: trimmed(values.thumbnailUrl),
    description: trimmed(values.description),
    whatToBring: trimmed(values.whatToBring) || null,
    effort: (values.effort || null) as Event["effort"],
    childrenWelcome: chosenOf(values.childrenWelcome),
    stepFree: chosenOf(values.stepFree),
    languages: codesIn(values.languages),
    provided: trimmed(values.provided) || null,
    asksPhone: values.asksPhone === "yes",
  }) satisfies Required<Pick<EventInputJson, TypedField>>;

function timesOf(values: EventFormValues, otherwise: string) {
  const { begin, end, zone } = typedSpan(values, otherwise);
  return { timeZone: zone, ...(begin && end && { eventDate: begin.toISOString(), eventEnd: end.toISOString() }) };
}

/** The values of the choice for yes, no and unanswered, and the reverse. */
const choiceOf = (value: boolean | null): string => (value === null ? "" : value ? "yes" : "no");
const chosenOf = (choice = ""): boolean | null => (choice === "" ? null : choice === "yes");

/** A town as its field holds it: '2735943 PT Porto', or with its middle '2735943 PT 41.14961,-8.61099 Porto'. */
export const townText = ({ id, country, name }: Town, middle: Point | null = null): string =>
  [id, country, ...(middle ? [`${middle.lat},${middle.lon}`] : []), name].join(" ");

const townParts = /^(\d+) ([A-Z]{2}) (?:(-?[\d.]+,-?[\d.]+) )?(.+)$/;

/** The town in that field; null if there is none. */
export function townIn(text = ""): Town | null {
  const [, id, country, , name] = townParts.exec(text) ?? [];
  return id && country && name ? { id: Number(id), country, name } : null;
}

/** The middle of that town, where a map begins; null if unknown. */
export const middleIn = (text = ""): Point | null => pointIn(townParts.exec(text)?.[3]);

/** The point in a field such as '41.1459,-8.6158'; null if there is none. */
export function pointIn(text = ""): Point | null {
  const [lat = NaN, lon = NaN] = text.split(",").map(Number.parseFloat);
  return Number.isNaN(lat) || Number.isNaN(lon) ? null : { lat, lon };
}

/** The language codes in their field, which separates them with commas. */
export const codesIn = (text = ""): string[] => text.split(",").filter(Boolean);

const trimmed = (text = ""): string => text.trim();
