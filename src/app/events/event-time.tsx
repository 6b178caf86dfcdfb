import { useSyncExternalStore } from "react";

import { spanOf } from "#domain/events/rules.ts";
import { clockOffsetIn, zoneName } from "#domain/time-zones/rules.ts";

type EventTimeProps = {
  date: string;
  end: string;
  timeZone: string;
  className?: string;
  only?: "date" | "time" | "zone";
};

/**
 * The date and time of an event in its own time zone: 'Sat, Nov 28, 2026' (specification 9), then begin and end. The
 * zone is named unless the reader's clock shows the same time.
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
  const zone = named && zoneName(timeZone, new Date(end));
  if (only === "zone") return zone && <span className={className}>{zone} · </span>;
  return (
    <span className={className}>
      {only !== "time" && <span className="date">{span.date}, </span>}
      {/* A full line breaks after the day, never within the time. */}
      <span className="inline-block">
        <time dateTime={date} suppressHydrationWarning>
          {span.days ?? whole(span.from)}
        </time>
        {span.days === null && "\u00a0–\u00a0"}
        <time dateTime={end} suppressHydrationWarning>
          {span.days === null && whole(span.until)}
          {zone && <span className="zone"> {zone}</span>}
        </time>
      </span>
    </span>
  );
}

/** Keeps a time and its AM or PM on one line. */
const whole = (time: string) => time.replace(/ (?=[AP]M)/, "\u00a0");

/**
 * The reader's time zone, or the event's own if both clocks show the same during the event; null on the server and
 * until hydration.
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
