import { eventPath, hasBegun, isFull, remainingSpots, wallClockIn } from "#domain/events/rules.ts";
import type { Event } from "#domain/events/shapes.ts";
import { say } from "#messages/site.ts";

import { Link } from "../addresses.ts";
import { Avatar } from "../ui/avatar.tsx";
import { CutText } from "../ui/cut-text.tsx";
import { Icon } from "../ui/icon.tsx";
import { EventPicture } from "./event-picture.tsx";
import { EventTime } from "./event-time.tsx";
import { TypeBadge } from "./type-badge.tsx";

import "./board.css";

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

type EventCardProps = {
  event: EventOnCard;
  heading: "h2" | "h3";
  first?: boolean;
  /** Whether its day stands above it. */
  underDay?: boolean;
};

/** An event in a list: specification 2 'Upcoming Events', each card. Its whole face leads to the event. */
export function EventCard({ event, heading: Heading, first = false, underDay = false }: EventCardProps) {
  const { eventDate: date, eventEnd: end, timeZone } = event;
  return (
    <article className="card">
      <EventPicture type={event.eventType} url={event.thumbnailUrl} first={first} className="card-picture" />
      <div className="card-words">
        <TypeBadge type={event.eventType} small />
        <Heading dir="auto">
          {/* By keys one comes to 'View Event', which leads there, too. */}
          <Link to={eventPath(event._id)} prefetch="intent" viewTransition tabIndex={-1}>
            {event.title}
          </Link>
        </Heading>
        <p dir="auto" className="quiet">
          <CutText text={event.description} />
        </p>
      </div>
      <SpotsLeft event={event} />
      <ul className="card-facts">
        <li className="when">
          <Icon name="calendar-days" className="" />
          <span>
            {event.startsToday && !underDay && <em>{say("card.today")}, </em>}
            <EventTime date={date} end={end} timeZone={timeZone} only="date" />,{" "}
            <EventTime date={date} end={end} timeZone={timeZone} only="time" className="font-semibold" />
          </span>
        </li>
        <li>
          <Icon name="map-pin" className="" />
          <span dir="auto">{event.location}</span>
        </li>
        <li>
          {event.organizerPhoto ? (
            <Avatar name={event.organizer} photo={event.organizerPhoto} className="face" />
          ) : (
            <Icon name="user-round" className="" />
          )}
          <span>{say("card.organizer", { email: event.email })}</span>
        </li>
        <li className="people">
          <Icon name="users-round" className="" />
          {say("card.participate", { count: event.participant })}
        </li>
      </ul>
      <Link
        to={eventPath(event._id)}
        prefetch="intent"
        viewTransition
        aria-label={say("card.view_of", { title: event.title })}
        className="view"
      >
        {say("card.view")}
      </Link>
    </article>
  );
}

/** Fewer spots than these are few. */
const few = 6;

/** What decides whether one can come: that it is under way or full, and else how many spots are left. */
function SpotsLeft({ event: { isUnderWay, left } }: { event: EventOnCard }) {
  if (isUnderWay) {
    return (
      <p className="left live">
        <i />
        {say("card.under_way")}
      </p>
    );
  }
  if (left === null) return null;
  return (
    <p className={`left ${left === 0 ? "full" : left < few ? "few" : ""}`}>
      <Icon name={left === 0 ? "users-round" : "leaf"} className="" />
      {left === 0 ? say("card.full") : say("card.left", { count: left })}
    </p>
  );
}
