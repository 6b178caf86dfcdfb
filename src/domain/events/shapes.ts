import { z } from "zod";
import { firstCharacters } from "../rules.ts";
import { cursor, limit, namedId, rule, text } from "../shapes.ts";
import { RoleOf } from "../rights/shapes.ts";
import { ownEmail } from "../values/shapes.ts";
import { Point, Town } from "../towns/shapes.ts";
import { boxOf } from "../towns/rules.ts";
import {
  distanceDefault,
  distances,
  efforts,
  eventTypes,
  filterNames,
  isDay,
  languages,
  searchMax,
  type Spots,
} from "./rules.ts";
import type { Span } from "../time-zones/rules.ts";

export const EventType = z.enum(eventTypes, { error: rule("rule.event_type.required") });
type EventType = z.infer<typeof EventType>;

/** An event in the API: specification 3 'Event', with its organizer's current details. */
export const Event = z.object({
  _id: z.uuid(),
  title: z.string(),
  eventType: EventType,
  location: z.string(),
  point: Point.nullable().describe("The point of the place, in degrees (WGS84); null if it is unknown"),
  isExact: z.boolean().describe("True if people meet at the point, false if it is the middle of the town"),
  town: Town.nullable().describe("The town in or near which it is, from GeoNames"),
  eventDate: z.iso.datetime().describe("The beginning"),
  eventEnd: z.iso.datetime(),
  timeZone: z.string().describe("IANA name of the zone for the event's times"),
  status: z
    .enum(["active", "cancelled", "draft", "unapproved", "under_review"])
    .describe(
      "Only its organizer sees the last three. A draft waits for their address to be confirmed; an unapproved event waits for a host; an event under review was hidden by a host",
    ),
  cancelReason: z.string().nullable().describe("The organizer's reason, once the event is canceled"),
  maxParticipant: z.string().describe("As the organizer typed it"),
  capacity: z.int().nullable().describe("The number of spots, read from maxParticipant; null without a limit"),
  thumbnailUrl: z.string().nullable(),
  description: z.string(),
  whatToBring: z
    .string()
    .nullable()
    .describe("The items that people should bring, in the organizer's words; null if there are none"),
  effort: z.enum(efforts).nullable().describe("The level of effort; null if the organizer does not say"),
  childrenWelcome: z.boolean().nullable().describe("Null if the organizer does not say"),
  stepFree: z
    .boolean()
    .nullable()
    .describe("True if people can get there and take part without steps; null if the organizer does not say"),
  languages: z.array(z.string()).describe("The languages spoken there, by their codes (BCP 47)"),
  provided: z
    .string()
    .nullable()
    .describe("The things provided for everyone, in the organizer's words; null if there are none"),
  asksPhone: z.boolean().describe("True if joining asks for a phone number, which stays optional"),
  email: z
    .string()
    .describe("The address for messages: the community's, the one that the organizer has chosen, or their own"),
  organizerId: z
    .uuid()
    .describe(
      "The member who answers for the event, the same in all of their events; it decides who owns an event that belongs to no community, and the e-mail does not",
    ),
  organizer: z.string().describe("The organizer's display name; the community's for an event of a community"),
  organizerPhoto: z.string().nullable().describe("The organizer's photo, or the community's picture"),
  community: z
    .object({ id: z.uuid(), slug: z.string().describe("The last part of its address"), name: z.string() })
    .nullable()
    .describe("The community that the event belongs to; null without one"),
  participant: z.int().describe("The number of people who have joined"),
  waitlisted: z.int().describe("The number of people on the waitlist"),
  held: z.int().describe("The number of these with an offer of a spot, which is held for them"),
  passed: z
    .int()
    .describe(
      "The number of these who block no free spot: all from 18 hours before the event, otherwise those who missed an offer when there was nobody else to ask",
    ),
  holdHours: z.int().describe("The longest time, in hours, that an offered spot is held"),
  series: z
    .object({
      id: z.uuid(),
      rule: z.string().describe("The rule of its dates (RFC 5545, RRULE), on the clocks of the event's zone"),
      anchor: z.string().describe("The local start from which the rule counts, as YYYY-MM-DDTHH:MM"),
      start: z.string().describe("Its own original local start, by which its series knows it, also once it is moved"),
      more: z
        .int()
        .optional()
        .describe("In a list with each series once: the number of its other dates that match the filter"),
    })
    .nullable()
    .describe("The series of which the event is a date; null for an event that happens once"),
});
export type Event = z.infer<typeof Event>;

/** A span in the words of the API. */
export const flatSpan = ({ begin, end, zone }: Span) => ({
  eventDate: begin.toISOString(),
  eventEnd: end.toISOString(),
  timeZone: zone,
});

/** Spots in the words of the API. */
export const flatSpots = ({ capacity, taken, waitlisted, held, passed }: Spots) => ({
  capacity,
  participant: taken,
  waitlisted,
  held,
  passed,
});

/** An event shown beside another one. A page carries its data a second time, for the script, so it has few fields. */
export const EventToCome = Event.pick({
  _id: true,
  title: true,
  eventType: true,
  thumbnailUrl: true,
  eventDate: true,
  eventEnd: true,
  timeZone: true,
  location: true,
  participant: true,
  waitlisted: true,
  held: true,
  passed: true,
  capacity: true,
  point: true,
  isExact: true,
});
export type EventToCome = z.infer<typeof EventToCome>;

/** The facts that people ask for before they join; each is null or empty if the organizer does not give it. */
export type GoodToKnow = Pick<Event, "effort" | "childrenWelcome" | "stepFree" | "languages" | "provided">;

/** The soonest events on a map, each with its point. */
export const EventPins = z.object({
  pins: z.array(
    Event.pick({
      _id: true,
      title: true,
      eventType: true,
      location: true,
      eventDate: true,
      eventEnd: true,
      timeZone: true,
    }).extend({
      lat: z.number(),
      lon: z.number(),
      left: z.number().nullable().describe("The number of spots that a newcomer can take; null without a limit"),
    }),
  ),
  isMore: z.boolean().describe("True if there are more than these"),
});
export type EventPins = z.infer<typeof EventPins>;

/** The numbers of an event that change while people look at it. */
export const EventNumbers = Event.pick({
  participant: true,
  waitlisted: true,
  held: true,
  passed: true,
  capacity: true,
  maxParticipant: true,
  status: true,
});
export type EventNumbers = z.infer<typeof EventNumbers>;

const day = z.iso.date({ error: rule("rule.day") }).refine(isDay, rule("rule.day"));

const type = z.enum(["all", ...eventTypes], { error: rule("rule.category") });

/** True if it is set; false by default. */
const flag = (description: string) =>
  z
    .enum(["1", "true"], { error: rule("rule.flag") })
    .transform(() => true)
    .default(false)
    .describe(`${description}: 1 or true, or left out`);

/**
 * A filter for events; an empty one asks for all. The list, its feeds and everything else with a filter read it with
 * this schema, and `queryOf` (`rules.ts`) writes it.
 */
export const FeedFilter = z
  .object({
    search: text({ max: searchMax, tooLong: "rule.search.too_long" })
      .default("")
      .describe(
        "Words in title, description or location, in any letter case and with or without accents; one or two letters must begin a word",
      ),
    category: z
      .union([type, z.array(type).max(eventTypes.length + 1)], { error: rule("rule.category") })
      .transform((asked): EventType[] => {
        const types = [asked].flat();
        return types.includes("all") ? [] : eventTypes.filter((one) => types.includes(one));
      })
      .default([])
      .describe("The type of event; repeat it for several types; `all` stands for all of them"),
    near: text({ max: searchMax, tooLong: "rule.near.too_long" })
      .default("")
      .describe("A town, by the beginning of any of its names, or a point as `latitude,longitude`"),
    within: z
      .enum(distances.map(String), { error: rule("rule.within") })
      .transform(Number)
      .optional()
      .describe(`The radius around it in kilometers: ${distances.join(", ")}; ${distanceDefault} by default`),
    box: z
      .string()
      .refine((value) => boxOf(value) !== null, rule("rule.box"))
      .optional()
      .describe("A part of a map, in degrees, as 'west,south,east,north': only events whose point is in it"),
    from: day
      .optional()
      .describe("The first day, by the clocks of each event's own zone; events that end before it are left out"),
    to: day.optional().describe("The last day, likewise; events that begin after it are left out"),
    room: flag("Upcoming events with a free spot"),
    effort: z.enum(efforts, { error: rule("rule.filter.effort") }).optional(),
    children: flag("Events where children are welcome"),
    stepFree: flag("Events in which people can take part without steps"),
    language: z
      .enum(languages, { error: rule("rule.language") })
      .optional()
      .describe("A language spoken there, by its code (BCP 47)"),
    community: namedId("rule.filter.community").optional().describe("The events of one community, by its `_id`"),
  })
  .refine(({ from, to }) => !from || !to || from <= to, { error: rule("rule.day.order"), path: ["to"] })
  .refine(({ near, within }) => near !== "" || within === undefined, {
    error: rule("rule.near.missing"),
    path: ["within"],
  });

export type FeedFilter = z.infer<typeof FeedFilter>;

/** The filter of a list with pages: specification 7 `GET /events`. */
export const EventFilter = FeedFilter.safeExtend({
  when: z.enum(["upcoming", "past", "all"], { error: rule("rule.when") }).default("upcoming"),
  order: z
    .enum(["date", "distance"], { error: rule("rule.order.events") })
    .default("date")
    .describe("The order: by date, or the nearest first"),
  series: z
    .enum(["all", "once"], { error: rule("rule.series.listed") })
    .default("all")
    .describe(
      "all: each date of a series; once: each series once, at its next matching date with room, or else the next one",
    ),
  limit,
  cursor,
}).refine(({ near, order }) => near !== "" || order === "date", { error: rule("rule.near.missing"), path: ["order"] });
export type EventFilter = z.infer<typeof EventFilter>;

/** The filter in the address of a page. */
export type ListFilter = Omit<EventFilter, "when" | "limit" | "series">;

/** Reads a page's address; an unknown value counts as missing, so that old links still work. */
export function listFilter(query: URLSearchParams): ListFilter {
  const asked: Record<string, unknown> = {};
  for (const name of filterNames) {
    const value = (query.get(name) ?? "").replaceAll("\0", "").trim().toWellFormed();
    if (value !== "") asked[name] = firstCharacters(value, name === "cursor" ? value.length : searchMax);
  }
  asked["category"] = query.getAll("category").filter((one) => type.safeParse(one).success);
  for (;;) {
    const { success, data, error } = EventFilter.safeParse(asked);
    if (success) {
      const { when: _when, limit: _limit, series: _series, ...filter } = data;
      return filter;
    }
    for (const { path } of error.issues) delete asked[String(path[0])];
  }
}

/** An event that the caller organizes, with their role there. */
export const MyEvent = Event.extend({
  role: RoleOf.describe("owner: it is yours, and you can delete it and hand it over; organizer: it is another's"),
});
export type MyEvent = z.infer<typeof MyEvent>;

/** The filter for the caller's own events: specification 7 `GET /myEvents`. */
export const MyEventsFilter = z.object({
  email: ownEmail,
  order: z
    .enum(["newest", "upcoming"], { error: rule("rule.order") })
    .optional()
    .describe(
      "newest: the latest created first (default); upcoming: upcoming and running ones first, soonest first, then past and canceled ones, latest first",
    ),
  limit,
  cursor,
});
export type MyEventsFilter = z.infer<typeof MyEventsFilter>;
