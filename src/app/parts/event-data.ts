import { remainingPlaces } from "#domain/events/rules.ts";
import type { Event } from "#domain/events/shapes.ts";

/** An event as search engines read it: schema.org's Event. Addresses of pictures become whole with our own. */
export const eventData = (event: Event, origin: string) => ({
  "@context": "https://schema.org",
  "@type": "Event",
  name: event.title,
  description: event.description,
  startDate: event.eventDate,
  endDate: event.eventEnd,
  eventStatus: `https://schema.org/${event.status === "cancelled" ? "EventCancelled" : "EventScheduled"}`,
  eventAttendanceMode: "https://schema.org/OfflineEventAttendanceMode",
  location: { "@type": "Place", name: event.location, address: event.location },
  organizer: { "@type": "Organization", name: event.organizer },
  image: [new URL(event.thumbnailUrl ?? `/scenes/${event.eventType}.svg`, origin || undefined).href],
  url: `${origin}/view-event/${event._id}`,
  ...(event.capacity !== null && {
    maximumAttendeeCapacity: event.capacity,
    remainingAttendeeCapacity: remainingPlaces(event),
  }),
  isAccessibleForFree: true,
});
