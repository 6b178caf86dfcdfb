import type { EventType } from "#domain/events/rules.ts";
import type { Event } from "#domain/events/shapes.ts";
import type { EventChangesJson, EventInputJson } from "#domain/organizing/shapes.ts";
import type { Point } from "#domain/towns/rules.ts";
import type { Town } from "#domain/towns/shapes.ts";

import type { SessionUser } from "../session/auth-client.ts";
import { keepsSpan, spanIn, spanNames, type SpanValues, spanValuesOf } from "./event-span.ts";

// From an event to the fields of its form, and back to what is sent: a field that one of the two forgets does not compile.

/** When an event is, as it is sent; the form has fields of its own for it (`SpanValues`). */
type SpanJson = Pick<EventInputJson, "eventDate" | "eventEnd" | "timeZone">;

/** The facts of an event that are typed into one field each, by the names that they are sent under. */
export type TypedField = Exclude<keyof EventInputJson, keyof SpanJson | "email" | "organizer" | "organizerPhoto">;

/** What stands in the fields of an event's form, by their names; `town` is more than its id, so that a draft can show it. */
export type EventFormValues = Record<Exclude<TypedField, "townId"> | "town", string> & SpanValues;

/** The same as far as it is typed. */
export type EventDraft = Partial<EventFormValues>;

/** Under which the form of a new event keeps its draft: somebody else on this device does not find what one has typed. */
export const createDraft = (memberId: string) => `create-event.${memberId}`;

/** The fields that hold something before anybody has typed. */
const chosen: readonly string[] = [
  ...spanNames.filter((name) => name !== "eventDate"),
  "eventType",
  "holdHours",
  "scene",
];

/** Whether a picture is one of our scenes, which nobody has to find or upload. */
export const isScene = (address: string): boolean => address.startsWith("/scenes/");

/** Whether somebody has typed into a draft, so that it must not be lost unasked. */
export const hasTyped = (draft: EventDraft): boolean =>
  Object.entries(draft).some(([name, text]) => !chosen.includes(name) && text.trim() !== "" && !isScene(text));

/** What the form of an existing event begins with. */
export const formValuesOf = (event: Event): EventFormValues => ({
  title: event.title,
  eventType: event.eventType,
  location: event.location,
  town: event.town ? townText(event.town, event.isExact ? null : event.point) : "",
  point: event.isExact && event.point ? `${event.point.lat},${event.point.lon}` : "",
  ...spanValuesOf(event),
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
});

/** Specification 7 `POST /add-event`: its whole body. `browsersZone` is the zone of an event that names none. */
export function eventInputOf(values: EventDraft, user: SessionUser, browsersZone: string): Required<EventInputJson> {
  const { timeZone, begin, end } = spanIn(values, browsersZone);
  return {
    ...typedOf(values),
    eventDate: begin?.toISOString() ?? "",
    eventEnd: end?.toISOString() ?? "",
    timeZone,
    email: user.email,
    organizer: user.displayName,
    organizerPhoto: user.photoURL,
  };
}

/** Specification 7 `PATCH /events/{id}`: its body, in which only when an event is may stay unsaid. */
export function eventChangesOf(event: Event, draft: EventDraft) {
  const before = formValuesOf(event);
  const values = { ...before, ...draft };
  return { ...typedOf(values), ...(!keepsSpan(values, before) && spanOf(values, event.timeZone)) } satisfies Required<
    Omit<EventChangesJson, keyof SpanJson>
  > &
    Pick<EventChangesJson, keyof SpanJson>;
}

/** What is typed into one field each, as it is sent. */
const typedOf = (values: EventDraft) =>
  ({
    title: trimmed(values.title),
    // One of the seven, which the form asks for; what is wrong with any other the server says.
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

function spanOf(values: EventFormValues, otherwise: string) {
  const { timeZone, begin, end } = spanIn(values, otherwise);
  return { timeZone, ...(begin && end && { eventDate: begin.toISOString(), eventEnd: end.toISOString() }) };
}

/** The choice that stands for yes, no, or nothing said, and back. */
const choiceOf = (value: boolean | null): string => (value === null ? "" : value ? "yes" : "no");
const chosenOf = (choice = ""): boolean | null => (choice === "" ? null : choice === "yes");

/** A town in the field that holds it: '2735943 PT Porto', or with its middle '2735943 PT 41.14961,-8.61099 Porto'. */
export const townText = ({ id, country, name }: Town, middle: Point | null = null): string =>
  [id, country, ...(middle ? [`${middle.lat},${middle.lon}`] : []), name].join(" ");

const townParts = /^(\d+) ([A-Z]{2}) (?:(-?[\d.]+,-?[\d.]+) )?(.+)$/;

/** The town in that field; null when there is none. */
export function townIn(text = ""): Town | null {
  const [, id, country, , name] = townParts.exec(text) ?? [];
  return id && country && name ? { id: Number(id), country, name } : null;
}

/** The middle of the town in that field, where a map begins; null where it is not known. */
export const middleIn = (text = ""): Point | null => pointIn(townParts.exec(text)?.[3]);

/** The point in the field that holds it as '41.1459,-8.6158'; null when there is none. */
export function pointIn(text = ""): Point | null {
  const [lat = NaN, lon = NaN] = text.split(",").map(Number.parseFloat);
  return Number.isNaN(lat) || Number.isNaN(lon) ? null : { lat, lon };
}

/** The codes of languages in the field that holds them, with commas in between. */
export const codesIn = (text = ""): string[] => text.split(",").filter(Boolean);

const trimmed = (text = ""): string => text.trim();
