import type { Event } from "#domain/events/shapes.ts";

/** An event as search engines read it: schema.org's Event. Addresses of pictures become whole with our own. */
export const eventData = (event: Event, origin: string) => ({
  "@context": "https://schema.org",
  "@type": "Event",
  name: event.title,
  description: event.description,
  startDate: event.eventDate,
  eventStatus: "https://schema.org/EventScheduled",
  eventAttendanceMode: "https://schema.org/OfflineEventAttendanceMode",
  location: { "@type": "Place", name: event.location, address: event.location },
  organizer: { "@type": "Organization", name: event.organizer },
  image: [new URL(event.thumbnailUrl ?? `/scenes/${event.eventType}.svg`, origin || undefined).href],
  url: `${origin}/view-event/${event._id}`,
  maximumAttendeeCapacity: event.capacity,
  remainingAttendeeCapacity: event.capacity - event.participant,
  isAccessibleForFree: true,
});
