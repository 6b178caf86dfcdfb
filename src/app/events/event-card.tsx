import { preload } from "react-dom";

import { eventPath } from "#domain/events/rules.ts";
import { say } from "#messages/say.ts";

import { Link } from "../addresses.ts";
import { type SiteSettings, useSiteSettings } from "../session/site-settings.ts";
import { Avatar } from "../ui/avatar.tsx";
import { CutText } from "../ui/cut-text.tsx";
import { Icon } from "../ui/icon.tsx";
import { useStill } from "../ui/still.tsx";
import { PictureFrom } from "./event-picture.tsx";
import { EventTime } from "./event-time.tsx";
import type { EventOnCard } from "./on-card.ts";
import { TypeBadge } from "./type-badge.tsx";

import "./board.css";

type EventCardProps = {
  event: EventOnCard;
  heading: "h2" | "h3";
  first?: boolean;
  /** True if the card stands under a heading with its day. */
  underDay?: boolean;
};

/** An event in a list: each card of specification 2 'Upcoming Events'. The whole card is a link to the event. */
export function EventCard({ event, heading, first = false, underDay = false }: EventCardProps) {
  const still = useStill();
  const origin = useSiteSettings()?.origin ?? "";
  // A part that is rendered as still text preloads no pictures.
  if (import.meta.env.SSR && first && event.thumbnailUrl)
    preload(event.thumbnailUrl, { as: "image", fetchPriority: "high", referrerPolicy: "no-referrer" });
  return <article className="card" {...still(Card, { event, heading, first, underDay, origin })} />;
}

function Card({
  event,
  heading: Heading,
  first,
  underDay,
  origin,
}: Required<EventCardProps> & Pick<SiteSettings, "origin">) {
  const { eventDate: date, eventEnd: end, timeZone } = event;
  return (
    <>
      <PictureFrom
        type={event.eventType}
        url={event.thumbnailUrl}
        origin={origin}
        first={first}
        className="card-picture"
      />
      <div className="card-words">
        <TypeBadge type={event.eventType} small />
        <Heading dir="auto">
          {/* Keyboard users have 'View Event', which leads to the same page. */}
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
          {/* A phone shows as many parts as fit on a line. */}
          <span dir="auto" className="place">
            {event.away && (
              <>
                <b>{event.away}</b> ·{" "}
              </>
            )}
            {event.location.split(/(?=, )/).map((part, index) => (
              <span key={index}>{part}</span>
            ))}
          </span>
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
    </>
  );
}

/** Below this number, the spots left are few. */
const few = 6;

/** The fact that decides whether the reader can come: under way, full, or the number of spots left. */
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
