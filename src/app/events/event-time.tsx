import { useSyncExternalStore } from "react";

import { clockOffsetIn, type Span, spanInWords, zoneName } from "#domain/time-zones/rules.ts";

type EventTimeProps = { span: Span; className?: string; only?: "date" | "time" | "zone" };

/**
 * The date and time of an event in its own time zone: 'Sat, Nov 28, 2026' (specification 9), then begin and end. The
 * zone is named unless the reader's clock shows the same time.
 */
export function EventTime({ span, className, only }: EventTimeProps) {
  const { end } = span;
  const named = useReadersZone(span) !== span.zone;
  const words = spanInWords(span);
  const date = span.begin.toISOString();
  if (only === "date") {
    return (
      <time dateTime={date} className={className}>
        {words.date}
      </time>
    );
  }
  const zone = named && zoneName(span.zone, end);
  if (only === "zone") return zone && <span className={className}>{zone}</span>;
  return (
    <span className={className}>
      {only !== "time" && <span className="date">{words.date}, </span>}
      {/* A full line breaks after the day, and never within the time. */}
      <span className="inline-block">
        <time dateTime={date} suppressHydrationWarning>
          {words.days ?? whole(words.from)}
        </time>
        {words.days === null && "\u00a0–\u00a0"}
        <time dateTime={end.toISOString()} suppressHydrationWarning>
          {words.days === null && whole(words.until)}
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
export function useReadersZone(span: Span): string | null {
  const zone = useSyncExternalStore(
    () => () => {},
    () => new Intl.DateTimeFormat().resolvedOptions().timeZone,
    () => null,
  );
  const shows = (moment: Date) => zone !== null && clockOffsetIn(zone)(moment) === clockOffsetIn(span.zone)(moment);
  return shows(span.begin) && shows(span.end) ? span.zone : zone;
}
