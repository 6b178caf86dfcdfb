import type { Event } from "#domain/events/shapes.ts";
import { eventPath } from "#domain/events/rules.ts";
import { say } from "#messages/site.ts";

import { Link } from "../addresses.ts";
import { EventFacts, Fact } from "./event-facts.tsx";
import { EventPicture } from "./event-picture.tsx";
import { TypeBadge } from "./type-badge.tsx";

/** The fields of an event that its card shows; a page carries its data a second time, for the script. */
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
  | "participant"
>;

/** An event for a card, with its description as `shorten` leaves it. */
export const onCard = (event: Event, shorten: (text: string) => string): EventOnCard => ({
  _id: event._id,
  title: event.title,
  eventType: event.eventType,
  location: event.location,
  eventDate: event.eventDate,
  eventEnd: event.eventEnd,
  timeZone: event.timeZone,
  thumbnailUrl: event.thumbnailUrl,
  description: shorten(event.description),
  email: event.email,
  participant: event.participant,
});

type EventCardProps = { event: EventOnCard; heading: "h2" | "h3"; first?: boolean };

/** An event in a grid: specification 2 'Upcoming Events', each card. Its whole face leads to the event. */
export function EventCard({ event, heading: Heading, first = false }: EventCardProps) {
  return (
    <article className="sheet card-link relative flex h-full flex-col overflow-hidden">
      <EventPicture type={event.eventType} url={event.thumbnailUrl} first={first} />
      <div className="flex flex-1 flex-col gap-3 p-5">
        <div>
          <TypeBadge type={event.eventType} />
        </div>
        <Heading dir="auto" className="line-clamp-2 text-xl leading-snug break-words">
          {event.title}
        </Heading>
        <p dir="auto" className="quiet line-clamp-2 break-words">
          {event.description}
        </p>
        <EventFacts
          date={event.eventDate}
          end={event.eventEnd}
          timeZone={event.timeZone}
          location={event.location}
          className="mt-auto"
        >
          <Fact icon="user-round">
            <span className="truncate">{say("card.organizer", { email: event.email })}</span>
          </Fact>
          <Fact icon="users-round">{say("card.participate", { count: event.participant })}</Fact>
        </EventFacts>
        <Link
          to={eventPath(event._id)}
          prefetch="intent"
          viewTransition
          aria-label={say("card.view_of", { title: event.title })}
          className="btn btn-secondary mt-2 after:absolute after:inset-0"
        >
          {say("card.view")}
        </Link>
      </div>
    </article>
  );
}

type EventGridProps = {
  events: EventOnCard[];
  /** One below the heading that the grid belongs to. */
  heading: "h2" | "h3";
  /** How many of its pictures are seen without scrolling, and loaded at once. */
  inSight?: number;
  /** On a phone a row to swipe through, for a page that goes on below it. */
  sideways?: boolean;
};

/** Cards of equal height, in as many columns as fit. */
export function EventGrid({ events, heading, inSight = 3, sideways = false }: EventGridProps) {
  return (
    <ul className={`grid gap-5 sm:grid-cols-2 lg:grid-cols-3 ${sideways ? "swipe" : "grid-cols-1"}`}>
      {events.map((event, place) => (
        <li key={event._id}>
          <EventCard event={event} heading={heading} first={place < inSight} />
        </li>
      ))}
    </ul>
  );
}
