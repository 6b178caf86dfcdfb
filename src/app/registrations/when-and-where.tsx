import { dayOf } from "#domain/events/rules.ts";
import type { Span } from "#domain/time-zones/rules.ts";

import { EventTime } from "../events/event-time.tsx";
import { Icon } from "../ui/icon.tsx";

import "./next-up.css";

/** An event's time and location, large, each beside its leaf. */
export function WhenAndWhere({ span, location }: { span: Span; location: string }) {
  return (
    <div className="next-facts">
      <DayLeaf span={span} />
      <p>
        <EventTime span={span} only="date" className="strong block" />
        <EventTime span={span} only="time" className="block" />
      </p>
      <div aria-hidden className="leaf">
        <Icon name="map-pin" className="size-5 text-accent" />
      </div>
      <p dir="auto" className="line-clamp-2">
        {location}
      </p>
    </div>
  );
}

/** The day of an event on a leaf, as decoration: the words beside it say the same. */
export function DayLeaf({ span, className = "" }: { span: Span; className?: string }) {
  const { weekday, day, month } = dayOf(span.begin, span.zone);
  return (
    <div aria-hidden className={`leaf ${className}`}>
      <i>{weekday}</i>
      <b>{day}</b>
      <i>{month}</i>
    </div>
  );
}
