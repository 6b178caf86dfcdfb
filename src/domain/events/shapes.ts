import { z } from "zod";
import { cursor, limit, ownEmail, rule, text } from "../shapes.ts";
import { eventTypes } from "./rules.ts";

export const EventType = z.enum(eventTypes, { error: rule("rule.event_type.required") });

/** An event as it leaves us: specification 3 'Event', its organizer as the members table has them now. */
export const Event = z.object({
  _id: z.uuid(),
  title: z.string(),
  eventType: EventType,
  location: z.string(),
  eventDate: z.iso.datetime().describe("When it begins"),
  eventEnd: z.iso.datetime(),
  timeZone: z.string().describe("IANA name of the zone that the event's times are told in"),
  status: z.enum(["active", "cancelled"]),
  cancelReason: z.string().nullable().describe("The organizer's reason, once the event is canceled"),
  maxParticipant: z.string().describe("As the organizer typed it"),
  capacity: z.int().nullable().describe("The number of spots, read from maxParticipant; null without a limit"),
  thumbnailUrl: z.string().nullable(),
  description: z.string(),
  whatToBring: z
    .string()
    .nullable()
    .describe("What people should bring, in the organizer's words; null when they name nothing"),
  email: z.string().describe("The organizer's e-mail"),
  organizer: z.string().describe("The organizer's display name"),
  organizerPhoto: z.string().nullable(),
  participant: z.int().describe("How many people have joined"),
  waiting: z.int().describe("How many people are on the waitlist"),
  held: z.int().describe("How many of these have an offer of a spot, which is held for them"),
  holdHours: z.int().describe("How many hours at most an offered spot is held"),
});
export type Event = z.infer<typeof Event>;

/** The numbers of an event that change while people look at it. */
export const EventNumbers = Event.pick({
  participant: true,
  waiting: true,
  held: true,
  capacity: true,
  maxParticipant: true,
  status: true,
});
export type EventNumbers = z.infer<typeof EventNumbers>;

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
