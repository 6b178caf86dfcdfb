import { dayOf, timeOf } from "#domain/events/rules.ts";
import type { Event } from "#domain/events/shapes.ts";
import { inZone, textIn } from "#domain/time-zones/rules.ts";
import { say } from "#messages/say.ts";

import { useReadersZone } from "../events/event-time.tsx";

type InShortProps = {
  event: Event;
  /** True if the date is shown beside this, so that the weekday is enough here. */
  dated?: boolean;
};

/**
 * An event's begin and location in one line: 'Sat, Nov 28, 9:30 AM · Bonfim Garden', for people who have read the rest.
 */
export default function InShort({ event: { eventDate, eventEnd, timeZone, location }, dated = false }: InShortProps) {
  const begin = new Date(eventDate);
  const day = dated ? (dayOf(begin, timeZone)["weekday"] ?? "") : textIn(timeZone, "dayOfMonth", begin);
  const isElsewhere = useReadersZone(eventDate, eventEnd, timeZone) !== timeZone;
  const when = say("when.moment", { day, time: timeOf(begin, timeZone) });
  return (
    <p className="in-short">
      {`${isElsewhere ? inZone(when, timeZone, begin) : when} · `}
      <span dir="auto">{location}</span>
    </p>
  );
}
