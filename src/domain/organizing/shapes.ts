import { z } from "zod";
import {
  descriptionMax,
  efforts,
  languages,
  languagesMax,
  locationMax,
  maxParticipantMax,
  providedMax,
  reasonMax,
  titleMax,
  whatToBringMax,
} from "../events/rules.ts";
import { capacityMax, capacityOf, noteMax } from "./rules.ts";
import { EventType } from "../events/shapes.ts";
import { holdHoursDefault, holdHoursMax, holdHoursMin } from "../registrations/rules.ts";
import { Acknowledged, line, rule, text } from "../shapes.ts";
import { ownEmail, pictureAddress } from "../values/shapes.ts";
import { isTimeZone } from "../time-zones/rules.ts";
import { Point } from "../towns/shapes.ts";

const title = line({ required: "rule.title.required", max: titleMax, tooLong: "rule.title.too_long" });
const location = line({ required: "rule.location.required", max: locationMax, tooLong: "rule.location.too_long" });
const townId = z
  .int({ error: rule("rule.town") })
  .min(1, { error: rule("rule.town") })
  .max(2_147_483_647, { error: rule("rule.town") })
  .nullable()
  .describe(
    "The town in or near which it is, by its id in `GET /towns`; without one, the town that the location names without doubt",
  );
const point = Point.nullable().describe(
  "The exact point where people meet, in degrees (WGS84); without it, the middle of the town",
);
const description = { max: descriptionMax, tooLong: "rule.description.too_long" } as const;
/** The good-to-know facts from the organizer; null for those left open. */
const goodToKnow = {
  effort: z
    .enum(efforts, { error: rule("rule.effort") })
    .nullable()
    .describe("The level of effort; null to leave it open"),
  childrenWelcome: z
    .boolean({ error: rule("rule.yes_or_no") })
    .nullable()
    .describe("Null to leave it open"),
  stepFree: z
    .boolean({ error: rule("rule.yes_or_no") })
    .nullable()
    .describe("True if people can get there and take part without steps; null to leave it open"),
  languages: z
    .array(z.enum(languages, { error: rule("rule.language") }), { error: rule("rule.languages") })
    .max(languagesMax, { error: rule("rule.languages") })
    .transform((codes) => [...new Set(codes)])
    .describe(`The languages spoken there, by their codes (BCP 47), at most ${languagesMax}`),
  provided: text({ max: providedMax, tooLong: "rule.provided.too_long" })
    .nullable()
    .transform((value) => value || null)
    .describe(`The things provided for everyone, at most ${providedMax} characters; null or '' for nothing`),
};
const whatToBring = text({ max: whatToBringMax, tooLong: "rule.what_to_bring.too_long" })
  .nullable()
  .transform((value) => value || null)
  .describe(
    `The items that people should bring, at most ${whatToBringMax} characters, as a person counts them; null or '' for nothing`,
  );
const asksPhone = z
  .boolean({ error: rule("rule.yes_or_no") })
  .describe("True if joining asks for a phone number, which stays optional; only you can read the numbers");
const moment = z.iso
  .datetime({ offset: true, error: rule("rule.event_date.required") })
  .transform((value) => new Date(value));
const eventDate = moment.describe("ISO 8601 with its offset or Z, in the future and at most three years ahead");
const eventEnd = moment.describe("ISO 8601 with its offset or Z; two hours after the beginning by default");
const timeZone = z
  .string({ error: rule("rule.time_zone.unknown") })
  .refine(isTimeZone, { error: rule("rule.time_zone.unknown") })
  .describe("IANA name of the zone for the event's times");

const maxParticipant = line({
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
  .describe("The longest time, in hours, that an offered spot is held");

/**
 * The input for a new event: specification 7 `POST /add-event`. `email` must be the token's own. `organizer` and
 * `organizerPhoto` are accepted because the specification has them, but the token's profile is used instead.
 */
export const EventInput = z.object({
  title,
  eventType: EventType,
  location,
  townId: townId.default(null),
  point: point.default(null),
  eventDate,
  eventEnd: eventEnd.optional(),
  timeZone: timeZone
    .optional()
    .describe("IANA name of the zone for the event's times; by default its town's, or UTC without a known town"),
  maxParticipant,
  holdHours: holdHours.default(holdHoursDefault),
  thumbnailUrl: pictureAddress("rule.thumbnail_url.required", "rule.thumbnail_url.url"),
  description: text({ required: "rule.description.required", ...description }),
  whatToBring: whatToBring.default(null),
  effort: goodToKnow.effort.default(null),
  childrenWelcome: goodToKnow.childrenWelcome.default(null),
  stepFree: goodToKnow.stepFree.default(null),
  languages: goodToKnow.languages.default([]),
  provided: goodToKnow.provided.default(null),
  asksPhone: asksPhone.default(false),
  communityId: z
    .uuid({ error: rule("rule.community") })
    .nullable()
    .default(null)
    .describe("The community that the event belongs to, which you organize; null for an event of your own"),
  email: ownEmail,
  organizer: text().nullish().describe("Your own name is used instead"),
  organizerPhoto: text().nullish().describe("Your own photo is used instead"),
  copiedFrom: z
    .string()
    .max(100)
    .optional()
    .describe("The earlier event of yours that this one repeats, by its id; ignored if it is not yours"),
});
export type EventInput = z.infer<typeof EventInput>;
/** The input for a new event as JSON. */
export type EventInputJson = z.input<typeof EventInput>;

/** The changes to an event: specification 7 `PATCH /events/{id}`; missing fields stay unchanged. */
export const EventChanges = z
  .object({
    title,
    eventType: EventType,
    location,
    townId: townId.describe("The town by its id; a changed location without one is found by its words"),
    point,
    eventDate,
    eventEnd,
    timeZone,
    maxParticipant,
    holdHours,
    // Null and '' remove them.
    thumbnailUrl: pictureAddress(undefined, "rule.thumbnail_url.url").nullable(),
    description: text(description)
      .nullable()
      .transform((value) => value ?? ""),
    whatToBring,
    ...goodToKnow,
    asksPhone,
  })
  .partial();
export type EventChanges = z.infer<typeof EventChanges>;
/** The changes to an event as JSON. */
export type EventChangesJson = z.input<typeof EventChanges>;

/** The changes to an event, with the choices for its mail: ours, beyond specification 7. */
export const EventUpdate = EventChanges.extend({
  tell: z
    .boolean({ error: rule("rule.tell") })
    .optional()
    .describe(
      "False corrects a typo without a mail about changed words: title, description, whatToBring, and the good-to-know facts. A changed date, end, time zone or location is always mailed",
    ),
  note: line({ max: noteMax, tooLong: "rule.note.too_long" })
    .optional()
    .describe("Your own note in the mail about the changes; refused if there is no mail"),
});
export type EventUpdate = z.infer<typeof EventUpdate>;

/** The reason for canceling an event, which its page shows and the mail to all registered people contains. */
export const CancelInput = z.object({
  reason: text({ required: "rule.reason.required", max: reasonMax, tooLong: "rule.reason.too_long" }),
});
export type CancelInput = z.infer<typeof CancelInput>;

/** A request with the e-mail address that it names as the caller's own, as specification 7's `email` header does. */
export type Named<Request> = Request & { email?: string | undefined };

export const EventCreated = Acknowledged.extend({
  insertedId: z.uuid(),
  status: z
    .enum(["active", "draft", "unapproved"])
    .describe("A draft waits for your address to be confirmed, an unapproved event for a host"),
});
export type EventCreated = z.infer<typeof EventCreated>;

export const EventChanged = Acknowledged.extend({ modifiedCount: z.int() });
export type EventChanged = z.infer<typeof EventChanged>;

/** The result of changing an event. */
export const EventUpdated = EventChanged.extend({
  status: z
    .enum(["under_review", "unapproved"])
    .optional()
    .describe(
      "Present if the event now has words on the hosts' list: it is hidden, or waits, until a host has reviewed it",
    ),
});
export type EventUpdated = z.infer<typeof EventUpdated>;

export const EventDeleted = Acknowledged.extend({ deletedCount: z.int() });
export type EventDeleted = z.infer<typeof EventDeleted>;
