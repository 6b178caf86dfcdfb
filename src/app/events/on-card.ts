import { hasBegun, isFull, remainingSpots, wallClockIn } from "#domain/events/rules.ts";
import type { Event } from "#domain/events/shapes.ts";

/** What an event's card shows; a page carries its data a second time, for the script. */
export type EventOnCard = Pick<
  Event,
  | "_id"
  | "title"
  | "eventType"
  | "location"
  | "eventDate"
  | "eventEnd"
  | "timeZone"
  | "thumbnailUrl"
  | "description"
  | "email"
  | "organizer"
  | "organizerPhoto"
  | "participant"
> & {
  /** The day under which it stands: its first one, or today where it is when it began before. */
  day: string;
  isUnderWay: boolean;
  startsToday: boolean;
  /** How many spots a newcomer can take; null without a limit. */
  left: number | null;
};

/** An event for a card, with its description as `shorten` leaves it, as it is now. */
export function onCard(event: Event, shorten: (text: string) => string, now: Date): EventOnCard {
  const { _id, title, eventType, location, eventDate, eventEnd, timeZone, thumbnailUrl, email, organizer } = event;
  const first = wallClockIn(new Date(eventDate), timeZone).date;
  const today = wallClockIn(now, timeZone).date;
  const isUnderWay = hasBegun(eventDate, now);
  return {
    _id,
    title,
    eventType,
    location,
    eventDate,
    eventEnd,
    timeZone,
    thumbnailUrl,
    description: shorten(event.description),
    email,
    organizer,
    organizerPhoto: event.organizerPhoto,
    participant: event.participant,
    day: first < today ? today : first,
    isUnderWay,
    startsToday: first === today && !isUnderWay,
    left: isFull(event) ? 0 : remainingSpots(event),
  };
}
