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
const ownZone = timeZone.default("UTC").describe("IANA name of your own zone, for times without one");

/** The address on the web to search for events. */
export const ImportAddress = z.object({
  address: askedAddress("rule.import_address.required").describe(
    "The address of a calendar (.ics), with https, http or webcal, or of a page with schema.org's Event as JSON-LD",
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
  uid: z.string().describe("The id at its source, the same each time"),
  title: z.string(),
  eventType: EventType.describe("Suggested by its words"),
  location: z.string().describe("'' if the source has none"),
  point: Point.nullable().describe("The exact point, if the source has it"),
  eventDate: z.iso.datetime(),
  eventEnd: z.iso.datetime(),
  timeZone: z.string(),
  maxParticipant: z.string(),
  description: z.string(),
  notes: z.array(z.enum(foundNotes)).describe("Data that the source leaves open, and data that had to be fitted"),
  known: z
    .object({
      eventId: z.uuid(),
      title: z.string(),
      location: z.string(),
      eventDate: z.iso.datetime(),
      eventEnd: z.iso.datetime(),
      timeZone: z.string(),
      state: z.enum(knownStates).describe("The state compared with the source; the last three cannot be updated"),
      changes: z.array(Part).describe("The parts that importing again would change"),
      kept: z.array(Part).describe("The parts that you have changed here, and that therefore stay"),
    })
    .nullable()
    .describe("Your event from the earlier import, as it is now"),
});
export type FoundEvent = z.infer<typeof FoundEvent>;

/** The found events. */
export const FoundEvents = z.object({
  address: z.string().nullable().describe("The final address of the source; null for a file"),
  events: z.array(FoundEvent).describe("Soonest first"),
  leftOut: z
    .object(
      Object.fromEntries(leftOutReasons.map((why) => [why, count])) as Record<
        (typeof leftOutReasons)[number],
        typeof count
      >,
    )
    .describe(
      "The numbers of other events: past, canceled, repeated beyond the dates shown, repeated more often than daily, more than are shown, duplicates, and events without a readable title, date or rule",
    ),
  unreadable: z.array(z.string()).describe("The titles of some unreadable ones"),
  gone: z
    .array(z.object({ eventId: z.uuid(), title: z.string(), why: z.enum(["cancelled", "replaced"]) }))
    .describe(
      "Events that you imported from there and that still take place here: canceled there, or replaced there by another event with their id",
    ),
});
export type FoundEvents = z.infer<typeof FoundEvents>;

const moment = z.iso
  .datetime({ offset: true, error: rule("rule.event_date.required") })
  .transform((value) => new Date(value));

/** The source's data about an event when it was found; later imports compare with it. */
export const EventSource = z.object({
  // No page shows this data: it is sent back as the source has it.
  uid: text({ required: "rule.import_uid", max: uidMax, tooLong: "rule.import_uid" }).refine(isOneLine, {
    error: rule("rule.text.one_line"),
  }),
  address: webAddress({ format: "rule.import_source" })
    .nullable()
    .describe("The address of the calendar or the page, with https or http; null for a file"),
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
  changes: z.array(Part).describe("The changed parts"),
  kept: z.array(Part).describe("The parts that you have changed here, and that therefore stay"),
});
export type ImportUpdated = z.infer<typeof ImportUpdated>;
