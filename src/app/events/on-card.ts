import { hasBegun, spotsForNewcomer, wallClockIn } from "#domain/events/rules.ts";
import type { Event } from "#domain/events/shapes.ts";
import { distanceBetween, type Point } from "#domain/towns/rules.ts";
import { say } from "#messages/site.ts";

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
  /** How far it is from the place that the list is about, in words. */
  away: string | null;
  /** How many spots a newcomer can take; null without a limit. */
  left: number | null;
};

/** An event for a card, with its description as `shorten` leaves it, as it is now; `center` is what the list is about. */
export function onCard(event: Event, shorten: (text: string) => string, now: Date, center?: Point): EventOnCard {
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
    away: center && event.point ? awayInWords(distanceBetween(center, event.point), event.isExact) : null,
    left: spotsForNewcomer(event),
  };
}

/** '0.8 km'; 'about 5 km', and 'in town', where no more is known of a place than its town. */
export function awayInWords(km: number, isExact: boolean): string {
  if (isExact) return say("card.away", { km: km < 9.95 ? Math.max(0.1, km).toFixed(1) : Math.round(km) });
  return km < 1 ? say("card.in_town") : say("card.about", { km: Math.round(km) });
}
