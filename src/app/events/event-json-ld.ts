import { eventPath, remainingSpots, wallClockIn } from "#domain/events/rules.ts";
import type { Event } from "#domain/events/shapes.ts";

/**
 * An event as search engines read it: schema.org's Event. Addresses of pictures become whole with our own. Spots are left
 * only while it is `open`, to join.
 */
export const eventData = (event: Event, origin: string, open: boolean) => ({
  "@context": "https://schema.org",
  "@type": "Event",
  name: event.title,
  description: event.description,
  startDate: toldIn(event.timeZone, event.eventDate),
  endDate: toldIn(event.timeZone, event.eventEnd),
  eventStatus: `https://schema.org/${event.status === "cancelled" ? "EventCancelled" : "EventScheduled"}`,
  eventAttendanceMode: "https://schema.org/OfflineEventAttendanceMode",
  location: { "@type": "Place", name: event.location, address: addressOf(event), ...geoOf(event), ...accessOf(event) },
  ...(event.languages.length > 0 && { inLanguage: event.languages }),
  organizer: { "@type": "Organization", name: event.organizer },
  image: [new URL(event.thumbnailUrl ?? `/scenes/${event.eventType}.svg`, origin || undefined).href],
  url: `${origin}${eventPath(event._id)}`,
  ...(event.capacity !== null && {
    maximumAttendeeCapacity: event.capacity,
    remainingAttendeeCapacity: open && event.status === "active" ? remainingSpots(event) : 0,
  }),
  isAccessibleForFree: true,
});

/** In the organizer's words, with the town where it is known. */
const addressOf = ({ location, town }: Event) =>
  town
    ? { "@type": "PostalAddress", streetAddress: location, addressLocality: town.name, addressCountry: town.country }
    : location;

/** Where people meet, if that is known; the middle of a town is not. */
const geoOf = ({ point, isExact }: Event) =>
  point && isExact && { geo: { "@type": "GeoCoordinates", latitude: point.lat, longitude: point.lon } };

/** Whether one gets there without steps, in schema.org's words for what a place has; nothing where nobody says. */
const accessOf = ({ stepFree }: Event) =>
  stepFree !== null && {
    amenityFeature: { "@type": "LocationFeatureSpecification", name: "Step-free access", value: stepFree },
  };

/** '2026-11-28T09:30:00+06:00': a moment as the clocks of a zone show it, from which readers of such data take the time. */
export function toldIn(timeZone: string, moment: string): string {
  const { date, time } = wallClockIn(new Date(moment), timeZone);
  // The clock shows no seconds, so that it seems up to a minute behind.
  const ahead = Math.ceil((Date.parse(`${date}T${time}Z`) - Date.parse(moment)) / 60_000);
  const offset = new Date(Math.abs(ahead) * 60_000).toISOString().slice(11, 16);
  return `${date}T${time}:00${ahead < 0 ? "-" : "+"}${offset}`;
}
