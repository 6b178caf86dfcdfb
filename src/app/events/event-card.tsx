import { preload } from "react-dom";

import { eventPath } from "#domain/events/rules.ts";
import { spanOf } from "#domain/time-zones/rules.ts";
import { say } from "#messages/say.ts";

import { Link } from "../addresses.ts";
import { type SiteSettings, useSiteSettings } from "../session/site-settings.ts";
import { CutText } from "../ui/cut-text.tsx";
import { useStill } from "../ui/still.tsx";
import { PictureFrom } from "./event-picture.tsx";
import { EventTime } from "./event-time.tsx";
import type { EventOnCard } from "./on-card.ts";
import { SpotsLeft } from "./spots-left.tsx";
import { TypeBadge } from "./type-badge.tsx";

import "./event-card.css";

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
  const span = spanOf(event);
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
        <TypeBadge type={event.eventType} />
        <Heading dir="auto" className="line-clamp-2 break-words">
          {/* Keyboard users have 'View Event', which leads to the same page. */}
          <Link to={eventPath(event._id)} prefetch="intent" viewTransition tabIndex={-1}>
            {event.title}
          </Link>
        </Heading>
        <p className="when">
          {event.startsToday && !underDay && (
            <em className="font-semibold text-accent not-italic">{say("card.today")}, </em>
          )}
          <EventTime span={span} only="date" /> · <EventTime span={span} only="time" className="font-semibold" />
        </p>
        <p dir="auto" className="place">
          {event.away && (
            <>
              <b>{event.away}</b> ·{" "}
            </>
          )}
          {/* As many parts are shown as fit on the line. */}
          {event.location.split(/(?=, )/).map((part, index) => (
            <span key={index}>{part}</span>
          ))}
        </p>
        <p
          dir="auto"
          className={`about quiet break-words ${event.title.length > lineOfTitle ? "line-clamp-1" : "line-clamp-2"}`}
        >
          {/* On a phone it does not fit beside the time. */}
          <EventTime span={span} only="zone" className="zone font-semibold" />
          {event.more !== undefined && (
            <span className="more font-semibold">{say("card.more", { count: event.more })}</span>
          )}
          <CutText text={event.description} />
        </p>
      </div>
      <div className="card-count">
        <SpotsLeft event={event} />
        <p className="quiet">{say("card.participate", { count: event.participant })}</p>
      </div>
      <p className="organizer truncate">{say("card.organizer", { email: event.email })}</p>
      <Link
        to={eventPath(event._id)}
        prefetch="intent"
        viewTransition
        aria-label={say("card.view_of", { title: event.title })}
        className="view font-semibold whitespace-nowrap text-primary underline-offset-4 hover:underline"
      >
        {say("card.view")}
      </Link>
    </>
  );
}

/** The length of a title that fits on one line, in characters; then the description has two. */
const lineOfTitle = 22;
