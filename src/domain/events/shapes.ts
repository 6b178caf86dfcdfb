import { z } from "zod";
import { cursor, limit, ownEmail, rule, text, pictureAddress } from "../shapes.ts";
import { isTimeZone } from "../time-zones/rules.ts";
import {
  capacityMax,
  capacityOf,
  descriptionMax,
  eventTypes,
  holdHoursDefault,
  holdHoursMax,
  locationMax,
  maxParticipantMax,
  reasonMax,
  titleMax,
} from "./rules.ts";

const EventType = z.enum(eventTypes, { error: rule("rule.event_type.required") });

/** An event as it leaves us: specification 3 'Event', its organiser as the members table has them now. */
export const Event = z.object({
  _id: z.uuid(),
  title: z.string(),
  eventType: EventType,
  location: z.string(),
  eventDate: z.iso.datetime().describe("When it begins"),
  eventEnd: z.iso.datetime(),
  timeZone: z.string().describe("IANA name of the zone that the event's times are told in"),
  status: z.enum(["active", "cancelled"]),
  cancelReason: z.string().nullable().describe("In the organiser's words, once it is cancelled"),
  maxParticipant: z.string().describe("As the organiser typed it"),
  capacity: z.int().nullable().describe("The number of places, read from maxParticipant; null without a limit"),
  thumbnailUrl: z.string().nullable(),
  description: z.string(),
  email: z.string().describe("The organiser's e-mail"),
  organizer: z.string().describe("The organiser's display name"),
  organizerPhoto: z.string().nullable(),
  participant: z.int().describe("How many people have joined"),
  waiting: z.int().describe("How many wait for a place"),
  held: z.int().describe("How many of these are offered one, which is held for them"),
  holdHours: z.int().describe("For how many hours at most a place is held for who is offered it"),
});
export type Event = z.infer<typeof Event>;

/** What of an event changes while one looks at it. */
export const EventNumbers = Event.pick({
  participant: true,
  waiting: true,
  held: true,
  capacity: true,
  maxParticipant: true,
  status: true,
});
export type EventNumbers = z.infer<typeof EventNumbers>;

const title = text({ required: "rule.title.required", max: titleMax, tooLong: "rule.title.too_long" });
const location = text({ required: "rule.location.required", max: locationMax, tooLong: "rule.location.too_long" });
const description = { max: descriptionMax, tooLong: "rule.description.too_long" } as const;
const moment = z.iso
  .datetime({ offset: true, error: rule("rule.event_date.required") })
  .transform((value) => new Date(value))
  // An offset, or its end, would carry an event of 9999 into a year that ISO 8601 writes in another way.
  .refine((date) => date.getUTCFullYear() < 9999, { error: rule("rule.event_date.required") });
const eventDate = moment.describe("ISO 8601 with its offset or Z, still to come");
const eventEnd = moment.describe("ISO 8601 with its offset or Z; two hours after its beginning when it is not named");
const timeZone = z
  .string({ error: rule("rule.time_zone.unknown") })
  .refine(isTimeZone, { error: rule("rule.time_zone.unknown") })
  .describe("IANA name of the zone that the event's times are told in");

const maxParticipant = text({
  required: "rule.max_participant.required",
  max: maxParticipantMax,
  tooLong: "rule.max_participant.too_long",
})
  .refine((value) => capacityOf(value) !== 0, { error: rule("rule.max_participant.too_few") })
  .refine((value) => (capacityOf(value) ?? 0) <= capacityMax, { error: rule("rule.max_participant.too_many") })
  .describe("In words of your own; the largest number in them is the number of places, without one 100; or 'No limit'");
const holdHours = z
  .int({ error: rule("rule.hold_hours") })
  .min(1, { error: rule("rule.hold_hours") })
  .max(holdHoursMax, { error: rule("rule.hold_hours") })
  .describe("For how many hours at most a place is held for who is offered it");

/**
 * What an organiser sends for a new event: specification 7 `POST /add-event`. `email` has to be the token's own;
 * `organizer` and `organizerPhoto` are taken for the specification's sake and the token's profile is used instead.
 */
export const EventInput = z.object({
  title,
  eventType: EventType,
  location,
  eventDate,
  eventEnd: eventEnd.optional(),
  timeZone: timeZone.default("UTC"),
  maxParticipant,
  holdHours: holdHours.default(holdHoursDefault),
  thumbnailUrl: pictureAddress("rule.thumbnail_url.required", "rule.thumbnail_url.url"),
  description: text({ required: "rule.description.required", ...description }),
  email: ownEmail,
  organizer: text().nullish().describe("Your own name is used instead"),
  organizerPhoto: text().nullish().describe("Your own photo is used instead"),
});
export type EventInput = z.infer<typeof EventInput>;

/** What of an event is to change: specification 7 `PATCH /events/{id}`; what is not named stays. */
export const EventChanges = z
  .object({
    title,
    eventType: EventType,
    location,
    eventDate,
    eventEnd,
    timeZone,
    maxParticipant,
    holdHours,
    // Null and '' take them away.
    thumbnailUrl: pictureAddress(undefined, "rule.thumbnail_url.url").nullable(),
    description: text(description)
      .nullable()
      .transform((value) => value ?? ""),
  })
  .partial();
export type EventChanges = z.infer<typeof EventChanges>;

/** Why an event will not take place, in words that stand on its page and are mailed to whoever had a place. */
export const CancelInput = z.object({
  reason: text({ required: "rule.reason.required", max: reasonMax, tooLong: "rule.reason.too_long" }),
});
export type CancelInput = z.infer<typeof CancelInput>;

/** Which events are asked for: specification 7 `GET /events`; an empty search asks for all. */
export const EventFilter = z.object({
  search: text({ max: 100, tooLong: "rule.search.too_long" })
    .default("")
    .describe("Words in title, description or location, in any case and with or without accents"),
  category: z.enum(["all", ...eventTypes], { error: rule("rule.category") }).default("all"),
  when: z.enum(["upcoming", "past", "all"], { error: rule("rule.when") }).default("upcoming"),
  limit,
  cursor,
});
export type EventFilter = z.infer<typeof EventFilter>;

/** Which of one's own events are asked for: specification 7 `GET /myEvents`. */
export const MyEventsFilter = z.object({ email: ownEmail, limit, cursor });
export type MyEventsFilter = z.infer<typeof MyEventsFilter>;

/** A request together with the e-mail that it names as the caller's own, as specification 7's `email` header does. */
export type Named<Request> = Request & { email?: string | undefined };

export const EventCreated = z.object({ acknowledged: z.literal(true), insertedId: z.uuid() });
export type EventCreated = z.infer<typeof EventCreated>;

export const EventChanged = z.object({ acknowledged: z.literal(true), modifiedCount: z.int() });
export type EventChanged = z.infer<typeof EventChanged>;

export const EventDeleted = z.object({ acknowledged: z.literal(true), deletedCount: z.int() });
export type EventDeleted = z.infer<typeof EventDeleted>;
