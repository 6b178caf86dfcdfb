import { eventPath, remainingSpots, spotsOf, wallClockIn } from "#domain/events/rules.ts";
import type { Event } from "#domain/events/shapes.ts";
import type { scheduleOf } from "#domain/series/words.ts";

/**
 * An event for search engines, as schema.org's Event. Picture addresses are made absolute. Spots are offered only while
 * the event is `open` to join. A date of a series has its schedule.
 */
export const eventData = (event: Event, origin: string, open: boolean, schedule?: ReturnType<typeof scheduleOf>) => ({
  "@context": "https://schema.org",
  "@type": "Event",
  name: event.title,
  description: event.description,
  startDate: toldIn(event.timeZone, event.eventDate),
  endDate: toldIn(event.timeZone, event.eventEnd),
  ...(schedule && { eventSchedule: schedule }),
  eventStatus: `https://schema.org/${event.status === "cancelled" ? "EventCancelled" : "EventScheduled"}`,
  eventAttendanceMode: "https://schema.org/OfflineEventAttendanceMode",
  location: { "@type": "Place", name: event.location, address: addressOf(event), ...geoOf(event), ...accessOf(event) },
  ...(event.languages.length > 0 && { inLanguage: event.languages }),
  organizer: { "@type": "Organization", name: event.organizer },
  image: [new URL(event.thumbnailUrl ?? `/scenes/${event.eventType}.svg`, origin || undefined).href],
  url: `${origin}${eventPath(event._id)}`,
  ...(event.capacity !== null && {
    maximumAttendeeCapacity: event.capacity,
    remainingAttendeeCapacity: open && event.status === "active" ? remainingSpots(spotsOf(event)) : 0,
  }),
  isAccessibleForFree: true,
});

/** The organizer's words, with the town if it is known. */
const addressOf = ({ location, town }: Event) =>
  town
    ? { "@type": "PostalAddress", streetAddress: location, addressLocality: town.name, addressCountry: town.country }
    : location;

/** The meeting point, if one is set; the middle of a town does not count. */
const geoOf = ({ point, isExact }: Event) =>
  point && isExact && { geo: { "@type": "GeoCoordinates", latitude: point.lat, longitude: point.lon } };

/** Step-free access in schema.org's words; undefined if the organizer says nothing. */
const accessOf = ({ stepFree }: Event) =>
  stepFree !== null && {
    amenityFeature: { "@type": "LocationFeatureSpecification", name: "Step-free access", value: stepFree },
  };

/**
 * Writes a moment with the offset of a time zone, such as '2026-11-28T09:30:00+06:00'; search engines read the local
 * time from it.
 */
export function toldIn(timeZone: string, moment: string): string {
  const { date, time } = wallClockIn(new Date(moment), timeZone);
  // The clock shows no seconds, so it can seem up to a minute behind.
  const ahead = Math.ceil((Date.parse(`${date}T${time}Z`) - Date.parse(moment)) / 60_000);
  const offset = new Date(Math.abs(ahead) * 60_000).toISOString().slice(11, 16);
  return `${date}T${time}:00${ahead < 0 ? "-" : "+"}${offset}`;
}
