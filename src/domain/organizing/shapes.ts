import { z } from "zod";
import {
  capacityMax,
  capacityOf,
  descriptionMax,
  locationMax,
  maxParticipantMax,
  reasonMax,
  titleMax,
  whatToBringMax,
} from "../events/rules.ts";
import { EventType } from "../events/shapes.ts";
import { holdHoursDefault, holdHoursMax, holdHoursMin } from "../registrations/rules.ts";
import { Acknowledged, ownEmail, pictureAddress, rule, text } from "../shapes.ts";
import { isTimeZone } from "../time-zones/rules.ts";

const title = text({ required: "rule.title.required", max: titleMax, tooLong: "rule.title.too_long" });
const location = text({ required: "rule.location.required", max: locationMax, tooLong: "rule.location.too_long" });
const description = { max: descriptionMax, tooLong: "rule.description.too_long" } as const;
const whatToBring = text({ max: whatToBringMax, tooLong: "rule.what_to_bring.too_long" })
  .nullable()
  .transform((value) => value || null)
  .describe(
    `What people should bring, at most ${whatToBringMax} characters, as a person counts them; null or '' for nothing`,
  );
const moment = z.iso
  .datetime({ offset: true, error: rule("rule.event_date.required") })
  .transform((value) => new Date(value))
  // An offset, or its end, would carry an event of 9999 into a year that ISO 8601 writes in another way.
  .refine((date) => date.getUTCFullYear() < 9999, { error: rule("rule.event_date.required") });
const eventDate = moment.describe("ISO 8601 with its offset or Z, still to come");
const eventEnd = moment.describe("ISO 8601 with its offset or Z; two hours after the beginning when left out");
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
  .describe(
    "In your own words; the largest number in them is the number of spots, 100 if there is none; or 'No limit'",
  );
const holdHours = z
  .int({ error: rule("rule.hold_hours") })
  .min(holdHoursMin, { error: rule("rule.hold_hours") })
  .max(holdHoursMax, { error: rule("rule.hold_hours") })
  .describe("How many hours at most an offered spot is held");

/**
 * What an organizer sends for a new event: specification 7 `POST /add-event`. `email` has to be the token's own;
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
  whatToBring: whatToBring.default(null),
  email: ownEmail,
  organizer: text().nullish().describe("Your own name is used instead"),
  organizerPhoto: text().nullish().describe("Your own photo is used instead"),
});
export type EventInput = z.infer<typeof EventInput>;
/** The same as it is sent. */
export type EventInputJson = z.input<typeof EventInput>;

/** The changes to an event: specification 7 `PATCH /events/{id}`; what is not named stays. */
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
    whatToBring,
  })
  .partial();
export type EventChanges = z.infer<typeof EventChanges>;
/** The same as it is sent. */
export type EventChangesJson = z.input<typeof EventChanges>;

/** Why an event will not take place, in words that stand on its page and are mailed to everyone who was registered. */
export const CancelInput = z.object({
  reason: text({ required: "rule.reason.required", max: reasonMax, tooLong: "rule.reason.too_long" }),
});
export type CancelInput = z.infer<typeof CancelInput>;

/** A request together with the e-mail that it names as the caller's own, as specification 7's `email` header does. */
export type Named<Request> = Request & { email?: string | undefined };

export const EventCreated = Acknowledged.extend({ insertedId: z.uuid() });
export type EventCreated = z.infer<typeof EventCreated>;

export const EventChanged = Acknowledged.extend({ modifiedCount: z.int() });
export type EventChanged = z.infer<typeof EventChanged>;

export const EventDeleted = Acknowledged.extend({ deletedCount: z.int() });
export type EventDeleted = z.infer<typeof EventDeleted>;
