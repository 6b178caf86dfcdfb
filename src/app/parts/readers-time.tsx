import { spanOf } from "#domain/events/rules.ts";
import { say } from "#messages/events.ts";

import { useReadersZone } from "./event-time.tsx";

/** When an event is by the reader's own clock, where that shows something else than the event's. */
export function ReadersTime({ date, end, timeZone }: { date: string; end: string; timeZone: string }) {
  const zone = useReadersZone(date, end, timeZone);
  if (zone === null || zone === timeZone) return null;
  const span = spanOf(new Date(date), new Date(end), zone);
  return (
    <span className="quiet block text-sm print:hidden">
      {say("event.your_time", { when: `${span.date}, ${span.from} – ${span.until}`, zone: zone.replaceAll("_", " ") })}
    </span>
  );
}
