import { eventPath } from "#domain/events/rules.ts";
import { spanOf } from "#domain/time-zones/rules.ts";

import { Link } from "../addresses.ts";
import { Icon } from "../ui/icon.tsx";
import { SpotsLeft } from "./event-card.tsx";
import { EventPicture } from "./event-picture.tsx";
import { EventTime } from "./event-time.tsx";
import type { EventOnCard } from "./on-card.ts";
import { typeIcons } from "./type-badge.tsx";

import "./event-row.css";

/** An event as a row of its four facts: title, date and time, place, and what is left. The whole row is a link. */
export function EventRow({ event }: { event: EventOnCard }) {
  const span = spanOf(event);
  return (
    <article className="event-row">
      <EventPicture type={event.eventType} url={event.thumbnailUrl} className="row-picture" />
      <div>
        <h3 dir="auto">
          <Link to={eventPath(event._id)} prefetch="intent" viewTransition>
            {event.title}
          </Link>
        </h3>
        <p>
          <EventTime span={span} only="date" /> · <EventTime span={span} only="time" className="font-semibold" />
        </p>
        <p dir="auto">{event.location}</p>
        <div className="last">
          <span data-hue={event.eventType} className="hue">
            <Icon name={typeIcons[event.eventType]} className="size-3.5" />
          </span>
          <SpotsLeft event={event} />
          {/* At the end, where it moves nothing when the reader's zone is known. */}
          <EventTime span={span} only="zone" className="zone" />
        </div>
      </div>
    </article>
  );
}
