import { daysOf, spotsForNewcomer, spotsOf, wallClockIn } from "#domain/events/rules.ts";
import type { Event } from "#domain/events/shapes.ts";
import { hasBegun, spanOf } from "#domain/time-zones/rules.ts";
import { distanceBetween, type Point } from "#domain/towns/rules.ts";
import { say } from "#messages/say.ts";

/**
 * The fields of an event that its card shows. There are no other fields, because a page sends its data a second time
 * for the script.
 */
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
  | "participant"
> & {
  /** The day under which the card is listed: the event's first day, or today if it began earlier. */
  day: string;
  isUnderWay: boolean;
  startsToday: boolean;
  /** The distance in words from the place that the list is about. */
  away: string | null;
  /** The number of spots that a newcomer can take; null without a limit. */
  left: number | null;
  /** For a date of a series: the number of its other dates that match. */
  more?: number;
};

/** Makes the card of an event as of `now`, with its description cut by `shorten`; distances count from `center`. */
export function onCard(event: Event, shorten: (text: string) => string, now: Date, center?: Point): EventOnCard {
  const { _id, title, eventType, location, eventDate, eventEnd, timeZone, thumbnailUrl, email, organizer } = event;
  const span = spanOf(event);
  const { first } = daysOf(span);
  const today = wallClockIn(now, timeZone).date;
  const isUnderWay = hasBegun(span, now);
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
    participant: event.participant,
    day: first < today ? today : first,
    isUnderWay,
    startsToday: first === today && !isUnderWay,
    away: center && event.point ? awayInWords(distanceBetween(center, event.point), event.isExact) : null,
    left: spotsForNewcomer(spotsOf(event)),
    ...(event.series?.more && { more: event.series.more }),
  };
}

/** '0.8 km'; 'about 5 km' or 'in town' if only the town is known. */
export function awayInWords(km: number, isExact: boolean): string {
  if (isExact) return say("card.away", { km: km < 9.95 ? Math.max(0.1, km).toFixed(1) : Math.round(km) });
  return km < 1 ? say("card.in_town") : say("card.about", { km: Math.round(km) });
}
