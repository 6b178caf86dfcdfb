import type { ReactNode } from "react";

import { eventPath } from "#domain/events/rules.ts";
import { spanOf } from "#domain/time-zones/rules.ts";

import { Link } from "../addresses.ts";
import { Icon } from "../ui/icon.tsx";
import { EventPicture } from "./event-picture.tsx";
import { EventTime } from "./event-time.tsx";
import type { EventOnCard } from "./on-card.ts";
import { typeIcons } from "./type-badge.tsx";

import "./event-row.css";

type EventRowProps = {
  event: Pick<
    EventOnCard,
    "_id" | "title" | "eventType" | "location" | "eventDate" | "eventEnd" | "timeZone" | "thumbnailUrl"
  >;
  /** The one quiet line beside the type's icon: what is left, or what was done. */
  last?: ReactNode;
  heading?: "h2" | "h3";
  isPast?: boolean;
  /** Badges above the title. */
  badges?: ReactNode;
  /** Buttons at the end of the row, or below it on a phone; without them, the whole row is a link to the event. */
  children?: ReactNode;
};

/** An event as a row of its four facts: title, date and time, place, and one quiet line. The title is a link. */
export function EventRow({ event, last, heading: Heading = "h3", isPast = false, badges, children }: EventRowProps) {
  const span = spanOf(event);
  return (
    <article className={`event-row ${isPast ? "past" : ""}`}>
      <EventPicture type={event.eventType} url={event.thumbnailUrl} className="row-picture" />
      <div className="row-words">
        {badges}
        <Heading dir="auto">
          <Link to={eventPath(event._id)} prefetch="intent" viewTransition>
            {event.title}
          </Link>
        </Heading>
        <p>
          <EventTime span={span} only="date" /> · <EventTime span={span} only="time" className="font-semibold" />
        </p>
        <p dir="auto" className="truncate">
          {event.location}
        </p>
        <div className="last">
          <span data-hue={event.eventType} className="hue">
            <Icon name={typeIcons[event.eventType]} className="size-3.5" />
          </span>
          {last}
          {/* At the end, where it moves nothing when the reader's zone is known. */}
          <EventTime span={span} only="zone" className="zone" />
        </div>
      </div>
      {children && <div className="row-deeds">{children}</div>}
    </article>
  );
}
