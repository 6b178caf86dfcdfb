import { dayOf } from "#domain/events/rules.ts";

import { EventTime } from "../events/event-time.tsx";
import { Icon } from "../ui/icon.tsx";

import "./next-up.css";

type When = { date: string; end: string; timeZone: string };

/** An event's time and location, large, each beside its leaf. */
export function WhenAndWhere({ location, ...when }: When & { location: string }) {
  return (
    <div className="next-facts">
      <DayLeaf {...when} />
      <p>
        <EventTime {...when} only="date" className="strong block" />
        <EventTime {...when} only="time" className="block" />
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
export function DayLeaf({ date, timeZone, className = "" }: Omit<When, "end"> & { className?: string }) {
  const { weekday, day, month } = dayOf(new Date(date), timeZone);
  return (
    <div aria-hidden className={`leaf ${className}`}>
      <i>{weekday}</i>
      <b>{day}</b>
      <i>{month}</i>
    </div>
  );
}
