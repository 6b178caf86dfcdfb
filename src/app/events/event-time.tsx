import { useSyncExternalStore } from "react";

import { spanOf } from "#domain/events/rules.ts";
import { clockOffsetIn, zoneName } from "#domain/time-zones/rules.ts";

type EventTimeProps = { date: string; end: string; timeZone: string; className?: string; only?: "date" | "time" };

/**
 * When an event is: 'Sat, Nov 28, 2026' (specification 9), and beside it from when to when, in the event's own time zone,
 * which is named unless the reader's clock shows the same.
 */
export function EventTime({ date, end, timeZone, className, only }: EventTimeProps) {
  const named = useReadersZone(date, end, timeZone) !== timeZone;
  const span = spanOf(new Date(date), new Date(end), timeZone);
  if (only === "date") {
    return (
      <time dateTime={date} className={className}>
        {span.date}
      </time>
    );
  }
  return (
    <span className={className}>
      {only !== "time" && <span className="date">{span.date}, </span>}
      {/* Where the line is full it breaks after the day, and not within the time. */}
      <span className="inline-block">
        <time dateTime={date} suppressHydrationWarning>
          {span.days ?? whole(span.from)}
        </time>
        {span.days === null && "\u00a0–\u00a0"}
        <time dateTime={end} suppressHydrationWarning>
          {span.days === null && whole(span.until)}
          {named && <span className="zone"> {zoneName(timeZone, new Date(end))}</span>}
        </time>
      </span>
    </span>
  );
}

/** A time is not broken before its AM or PM. */
const whole = (time: string) => time.replace(/ (?=[AP]M)/, "\u00a0");

/**
 * The zone of the reader's clock, or the event's own when both clocks show the same meanwhile; null on the server and until
 * the page has come to life.
 */
export function useReadersZone(date: string, end: string, timeZone: string): string | null {
  const zone = useSyncExternalStore(
    () => () => {},
    () => new Intl.DateTimeFormat().resolvedOptions().timeZone,
    () => null,
  );
  const shows = (moment: string) =>
    zone !== null && clockOffsetIn(zone)(new Date(moment)) === clockOffsetIn(timeZone)(new Date(moment));
  return shows(date) && shows(end) ? timeZone : zone;
}
