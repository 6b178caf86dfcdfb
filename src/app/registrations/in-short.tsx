import { dayOf, timeOf } from "#domain/events/rules.ts";
import type { Event } from "#domain/events/shapes.ts";
import { zoneName } from "#domain/time-zones/rules.ts";

import { useReadersZone } from "../events/event-time.tsx";

type InShortProps = {
  event: Event;
  /** True if the date stands beside it, so that the weekday is enough here. */
  dated?: boolean;
};

/**
 * An event's begin and location in one line: 'Sat, Nov 28, 9:30 AM · Bonfim Garden', for people who have read the rest.
 */
export default function InShort({ event: { eventDate, eventEnd, timeZone, location }, dated = false }: InShortProps) {
  const begin = new Date(eventDate);
  const { weekday, month, day } = dayOf(begin, timeZone);
  const date = dated ? weekday : `${weekday}, ${month} ${day}`;
  const zone = useReadersZone(eventDate, eventEnd, timeZone) === timeZone ? "" : ` ${zoneName(timeZone, begin)}`;
  return (
    <p className="in-short">
      {`${date}, ${timeOf(begin, timeZone)}${zone} · `}
      <span dir="auto">{location}</span>
    </p>
  );
}
