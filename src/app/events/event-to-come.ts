import type { Event } from "#domain/events/shapes.ts";

/** The events that are shown of each other one; a page carries its data a second time, for the script. */
export type EventToCome = Pick<
  Event,
  | "_id"
  | "title"
  | "eventType"
  | "thumbnailUrl"
  | "eventDate"
  | "eventEnd"
  | "timeZone"
  | "location"
  | "participant"
  | "waiting"
  | "held"
  | "passed"
  | "capacity"
>;

/** An event for this list. */
export const toCome = (event: Event): EventToCome => ({
  _id: event._id,
  title: event.title,
  eventType: event.eventType,
  thumbnailUrl: event.thumbnailUrl,
  eventDate: event.eventDate,
  eventEnd: event.eventEnd,
  timeZone: event.timeZone,
  location: event.location,
  participant: event.participant,
  waiting: event.waiting,
  held: event.held,
  passed: event.passed,
  capacity: event.capacity,
});

/** `alike` are events of one and the same type. */
export type Others = { events: EventToCome[]; alike: boolean };
