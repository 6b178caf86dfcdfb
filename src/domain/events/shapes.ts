import { z } from "zod";
import { firstCharacters } from "../rules.ts";
import { cursor, limit, rule, text } from "../shapes.ts";
import { ownEmail } from "../values/shapes.ts";
import { Point, Town } from "../towns/shapes.ts";
import { boxOf } from "../towns/rules.ts";
import { distanceDefault, distances, efforts, eventTypes, filterNames, isDay, languages, searchMax } from "./rules.ts";

export const EventType = z.enum(eventTypes, { error: rule("rule.event_type.required") });
type EventType = z.infer<typeof EventType>;

/** An event in the API: specification 3 'Event', with its organizer's current details. */
export const Event = z.object({
  _id: z.uuid(),
  title: z.string(),
  eventType: EventType,
  location: z.string(),
  point: Point.nullable().describe("Where that is, in degrees (WGS84); null where it is not known"),
  isExact: z.boolean().describe("Whether the point is where people meet, and not the middle of the town"),
  town: Town.nullable().describe("The town that it is in or near, as GeoNames knows it"),
  eventDate: z.iso.datetime().describe("When it begins"),
  eventEnd: z.iso.datetime(),
  timeZone: z.string().describe("IANA name of the zone that the event's times are told in"),
  status: z
    .enum(["active", "cancelled", "draft", "unapproved", "under_review"])
    .describe(
      "Only its organizer sees the last three: a draft waits for their address to be confirmed, what is unapproved for the people who run this site; these have hidden what is under review",
    ),
  cancelReason: z.string().nullable().describe("The organizer's reason, once the event is canceled"),
  maxParticipant: z.string().describe("As the organizer typed it"),
  capacity: z.int().nullable().describe("The number of spots, read from maxParticipant; null without a limit"),
  thumbnailUrl: z.string().nullable(),
  description: z.string(),
  whatToBring: z
    .string()
    .nullable()
    .describe("What people should bring, in the organizer's words; null when they name nothing"),
  effort: z.enum(efforts).nullable().describe("How strenuous it is; null where the organizer does not say"),
  childrenWelcome: z.boolean().nullable().describe("Null where the organizer does not say"),
  stepFree: z
    .boolean()
    .nullable()
    .describe("Whether one can get there and take part without steps; null where the organizer does not say"),
  languages: z.array(z.string()).describe("The languages spoken there, by their codes (BCP 47)"),
  provided: z
    .string()
    .nullable()
    .describe("What is there for everyone, in the organizer's words; null for nothing named"),
  asksPhone: z.boolean().describe("Whether joining asks for a phone number, which nobody has to give"),
  email: z.string().describe("The address to write to: the organizer's own, or the one they have chosen"),
  organizerId: z
    .uuid()
    .describe("The same in all of their events; whose an event is goes by it, and not by the e-mail"),
  organizer: z.string().describe("The organizer's display name"),
  organizerPhoto: z.string().nullable(),
  participant: z.int().describe("How many people have joined"),
  waiting: z.int().describe("How many people are on the waitlist"),
  held: z.int().describe("How many of these have an offer of a spot, which is held for them"),
  passed: z
    .int()
    .describe(
      "How many of these keep nobody from what is free: all from 18 hours before the event, else those who missed an offer when nobody else was left to be asked",
    ),
  holdHours: z.int().describe("How many hours at most an offered spot is held"),
});
export type Event = z.infer<typeof Event>;

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
  waiting: true,
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
      left: z.number().nullable().describe("How many spots a newcomer can take; null without a limit"),
    }),
  ),
  isMore: z.boolean().describe("Whether there are more than these"),
});
export type EventPins = z.infer<typeof EventPins>;

/** The numbers of an event that change while people look at it. */
export const EventNumbers = Event.pick({
  participant: true,
  waiting: true,
  held: true,
  passed: true,
  capacity: true,
  maxParticipant: true,
  status: true,
});
export type EventNumbers = z.infer<typeof EventNumbers>;

const day = z.iso.date({ error: rule("rule.day") }).refine(isDay, rule("rule.day"));

const type = z.enum(["all", ...eventTypes], { error: rule("rule.category") });

/** True when set; false by default. */
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
        "Words in title, description or location, in any case and with or without accents; one or two letters are found where a word begins",
      ),
    category: z
      .union([type, z.array(type).max(eventTypes.length + 1)], { error: rule("rule.category") })
      .transform((asked): EventType[] => {
        const types = [asked].flat();
        return types.includes("all") ? [] : eventTypes.filter((one) => types.includes(one));
      })
      .default([])
      .describe("The type of event; several when it comes several times, all of them with `all`"),
    near: text({ max: searchMax, tooLong: "rule.near.too_long" })
      .default("")
      .describe("A town, by the beginning of any of its names, or a point as `latitude,longitude`"),
    within: z
      .enum(distances.map(String), { error: rule("rule.within") })
      .transform(Number)
      .optional()
      .describe(`How many kilometers around it: ${distances.join(", ")}; ${distanceDefault} when not given`),
    box: z
      .string()
      .refine((value) => boxOf(value) !== null, rule("rule.box"))
      .optional()
      .describe("A part of a map, in degrees, as 'west,south,east,north': only events whose point is in it"),
    from: day
      .optional()
      .describe("The first day, by the clocks of each event's own zone: what ends before it is left out"),
    to: day.optional().describe("The last day, in the same way: what begins after it is left out"),
    room: flag("Events to come that one can get a spot at now"),
    effort: z.enum(efforts, { error: rule("rule.filter.effort") }).optional(),
    children: flag("Events where children are welcome"),
    stepFree: flag("Events where one can take part without steps"),
    language: z
      .enum(languages, { error: rule("rule.language") })
      .optional()
      .describe("A language that is spoken there, by its code (BCP 47)"),
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
    .describe("By when they begin, or the nearest first"),
  limit,
  cursor,
}).refine(({ near, order }) => near !== "" || order === "date", { error: rule("rule.near.missing"), path: ["order"] });
export type EventFilter = z.infer<typeof EventFilter>;

/** The filter in the address of a page. */
export type ListFilter = Omit<EventFilter, "when" | "limit">;

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
      const { when: _when, limit: _limit, ...filter } = data;
      return filter;
    }
    for (const { path } of error.issues) delete asked[String(path[0])];
  }
}

/** The filter for the caller's own events: specification 7 `GET /myEvents`. */
export const MyEventsFilter = z.object({
  email: ownEmail,
  order: z
    .enum(["newest", "upcoming"], { error: rule("rule.order") })
    .optional()
    .describe(
      "newest: what was created last first, as without it; upcoming: what is to come or under way, soonest first, then what is over or canceled, latest first",
    ),
  limit,
  cursor,
});
export type MyEventsFilter = z.infer<typeof MyEventsFilter>;
