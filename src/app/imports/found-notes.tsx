import type { FoundEvent } from "#domain/imports/shapes.ts";
import { type Span, spanInWords, spanOf, zoneName } from "#domain/time-zones/rules.ts";
import { say } from "#messages/say.ts";

import { mayBeOther } from "./choices.ts";

type Known = NonNullable<FoundEvent["known"]>;
type Part = "title" | "when" | "location" | "description";

/** The differences between a found event and its source, and the changes that importing it would make. */
export function Notes({ event }: { event: FoundEvent }) {
  const { known, notes, timeZone, eventDate } = event;
  const lines = known
    ? linesOf(event, known)
    : notes
        // The field itself says that the location is missing.
        .filter((note) => note !== "no_location")
        .map((note) => say(`import.note.${note}`, { zone: zoneName(timeZone, new Date(eventDate)) }));
  if (lines.length === 0) return null;
  return (
    <ul className="mt-1 border-s-3 border-accent ps-3 text-[0.9375rem]">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

/** The effects of importing an event again. */
function linesOf(event: FoundEvent, known: Known): string[] {
  const kept = known.kept.length > 0 ? [say("import.known.kept", { parts: wordsOf(known.kept) })] : [];
  // The event's badge already says so.
  if (known.state === "same") return kept;
  if (known.state !== "changed") return [say(`import.known.${known.state}`), ...kept];
  const other = mayBeOther(event) ? [say("import.known.other")] : [];
  return [...known.changes.map((part) => changeOf(part, event, known)), ...kept, ...other];
}

const wordsOf = (parts: readonly Part[]) => parts.map((part) => say(`import.part.${part}`)).join(", ");

/** A change such as 'Was 9 AM – 12 PM, now 10 AM – 12 PM'; long texts are only named. */
function changeOf(part: Part, event: FoundEvent, known: Known): string {
  if (part === "description") return say("import.known.changed", { parts: wordsOf([part]) });
  if (part !== "when") return say("import.was", { was: known[part], now: event[part] });
  const [was, now] = [inWords(spanOf(known)), inWords(spanOf(event))];
  const isTimeAlone = was.date === now.date && was.zone === now.zone;
  const timeIn = ({ date, hours, zone }: typeof was) =>
    isTimeAlone ? hours : `${date}, ${hours}${was.zone === now.zone ? "" : ` ${zone}`}`;
  return say("import.was", { was: timeIn(was), now: timeIn(now) });
}

const inWords = (span: Span) => ({ ...spanInWords(span), zone: zoneName(span.zone, span.end) });
