import { z } from "zod";
import { descriptionMax, locationMax, titleMax } from "../events/rules.ts";
import { EventType } from "../events/shapes.ts";
import { EventInput, EventUpdated } from "../organizing/shapes.ts";
import { isOneLine } from "../rules.ts";
import { line, rule, text } from "../shapes.ts";
import { isTimeZone } from "../time-zones/rules.ts";
import { Point } from "../towns/shapes.ts";
import { askedAddress, webAddress } from "../values/shapes.ts";
import { foundNotes, importedParts, knownStates, leftOutReasons, uidMax } from "./rules.ts";

const timeZone = z
  .string({ error: rule("rule.time_zone.unknown") })
  .refine(isTimeZone, { error: rule("rule.time_zone.unknown") });
const ownZone = timeZone.default("UTC").describe("IANA name of your own zone, for times that name none");

/** The address on the web to search for events. */
export const ImportAddress = z.object({
  address: askedAddress("rule.import_address.required").describe(
    "Of a calendar (.ics), with https, http or webcal, or of a page with schema.org's Event as JSON-LD",
  ),
  timeZone: ownZone,
});
export type ImportAddress = z.infer<typeof ImportAddress>;

/** The input that comes with a file to search for events. */
export const ImportFile = z.object({ timeZone: ownZone });
export type ImportFile = z.infer<typeof ImportFile>;

const Part = z.enum(importedParts);
const count = z.int().min(0);

/** A found event, fitted to our limits, with suggestions for the data that its source lacks. */
export const FoundEvent = z.object({
  uid: z.string().describe("What names it at its source, the same each time"),
  title: z.string(),
  eventType: EventType.describe("As its words suggest"),
  location: z.string().describe("'' where the source names none"),
  point: Point.nullable().describe("Where exactly, if the source says that"),
  eventDate: z.iso.datetime(),
  eventEnd: z.iso.datetime(),
  timeZone: z.string(),
  maxParticipant: z.string(),
  description: z.string(),
  notes: z.array(z.enum(foundNotes)).describe("What the source leaves open, and what had to be fitted in"),
  known: z
    .object({
      eventId: z.uuid(),
      title: z.string(),
      location: z.string(),
      eventDate: z.iso.datetime(),
      eventEnd: z.iso.datetime(),
      timeZone: z.string(),
      state: z
        .enum(knownStates)
        .describe("Whether importing it again would change it; the last three cannot be changed"),
      changes: z.array(Part).describe("What importing it again changes"),
      kept: z.array(Part).describe("What you have changed here yourself, and what therefore stays"),
    })
    .nullable()
    .describe("Your event that it was imported as before, as it is now"),
});
export type FoundEvent = z.infer<typeof FoundEvent>;

/** The found events. */
export const FoundEvents = z.object({
  address: z.string().nullable().describe("Where it was found in the end; null for a file"),
  events: z.array(FoundEvent).describe("Soonest first"),
  leftOut: z
    .object(
      Object.fromEntries(leftOutReasons.map((why) => [why, count])) as Record<
        (typeof leftOutReasons)[number],
        typeof count
      >,
    )
    .describe(
      "How many others there are: past, canceled, repeated beyond the dates that are shown, repeated more often than daily, more than are shown, there twice, without a title, a date or a rule that we can read",
    ),
  unreadable: z.array(z.string()).describe("Titles of some of those that we cannot read"),
  gone: z
    .array(z.object({ eventId: z.uuid(), title: z.string(), why: z.enum(["cancelled", "replaced"]) }))
    .describe(
      "Events of yours that were imported from there and still take place here: canceled there, or not there any more while another event has their name",
    ),
});
export type FoundEvents = z.infer<typeof FoundEvents>;

const moment = z.iso
  .datetime({ offset: true, error: rule("rule.event_date.required") })
  .transform((value) => new Date(value));

/** The source's data about an event when it was found; later imports compare with it. */
export const EventSource = z.object({
  // No page shows it: it comes back as the source has it.
  uid: text({ required: "rule.import_uid", max: uidMax, tooLong: "rule.import_uid" }).refine(isOneLine, {
    error: rule("rule.text.one_line"),
  }),
  address: webAddress({ format: "rule.import_source" })
    .nullable()
    .describe("Of the calendar or the page, with https or http; null for a file"),
  title: line({ required: "rule.title.required", max: titleMax, tooLong: "rule.title.too_long" }),
  location: line({ max: locationMax, tooLong: "rule.location.too_long" }),
  point: Point.nullable().default(null),
  eventDate: moment,
  eventEnd: moment,
  timeZone,
  description: text({ max: descriptionMax, tooLong: "rule.description.too_long" }),
});
export type EventSource = z.infer<typeof EventSource>;

/** A chosen event: its source, and the new event, as for `POST /add-event`. */
export const ImportInput = z.object({ source: EventSource, event: EventInput });
export type ImportInput = z.infer<typeof ImportInput>;

/** A chosen event that was imported before. */
export const ImportUpdate = z.object({ source: EventSource });
export type ImportUpdate = z.infer<typeof ImportUpdate>;

/** The result of importing again. */
export const ImportUpdated = EventUpdated.extend({
  changes: z.array(Part).describe("What is another now"),
  kept: z.array(Part).describe("What you have changed here yourself, and what therefore stays"),
});
export type ImportUpdated = z.infer<typeof ImportUpdated>;
