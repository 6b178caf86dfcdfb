import { dayOf, spanOf } from "#domain/events/rules.ts";
import { say } from "#messages/events-page.ts";

import { useReadersZone } from "./event-time.tsx";

/**
 * When an event is by the reader's own clock, where that shows something else than the event's. Which clock that is only the
 * browser knows: whatever it stands in keeps a line for it, so that nothing moves when it comes.
 */
export function ReadersTime({ date, end, timeZone }: { date: string; end: string; timeZone: string }) {
  const zone = useReadersZone(date, end, timeZone);
  if (zone === null || zone === timeZone) return null;
  return (
    <span className="quiet block text-sm leading-tight print:hidden">
      {say("event.your_time", { when: whenIn(zone, new Date(date), new Date(end), timeZone) })}
    </span>
  );
}

/** The times alone, where the day is the event's; or else after the weekday, as it is the day before or after. */
function whenIn(zone: string, begin: Date, end: Date, timeZone: string): string {
  const { date, hours } = spanOf(begin, end, zone);
  return `${date === spanOf(begin, end, timeZone).date ? "" : `${dayOf(begin, zone)["weekday"]}, `}${hours}`;
}
