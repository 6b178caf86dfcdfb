const hour = 3_600_000;
const holdLeast = hour / 4;

/**
 * Until when a free place is held for the first in line: for the hours that the organiser has chosen, shorter as the event
 * nears (a quarter of the time that is left until it begins, a quarter of an hour at least), never beyond its beginning.
 */
export function heldUntil(eventDate: Date, holdHours: number, now: Date): Date {
  const left = eventDate.getTime() - now.getTime();
  const hold = Math.min(holdHours * hour, Math.max(left / 4, holdLeast));
  return new Date(now.getTime() + Math.min(hold, left));
}
