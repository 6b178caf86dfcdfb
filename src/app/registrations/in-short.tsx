import { dayOf, timeOf } from "#domain/events/rules.ts";
import type { Event } from "#domain/events/shapes.ts";
import { inZone, spanOf, textIn } from "#domain/time-zones/rules.ts";
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
export default function InShort({ event, dated = false }: InShortProps) {
  const span = spanOf(event);
  const { begin, zone } = span;
  const day = dated ? (dayOf(begin, zone)["weekday"] ?? "") : textIn(zone, "dayOfMonth", begin);
  const isElsewhere = useReadersZone(span) !== zone;
  const when = say("when.moment", { day, time: timeOf(begin, zone) });
  return (
    <p className="quiet text-sm leading-[1.4] wrap-anywhere">
      {`${isElsewhere ? inZone(when, zone, begin) : when} · `}
      <span dir="auto">{event.location}</span>
    </p>
  );
}
