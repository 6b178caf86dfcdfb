import type { Span } from "../time-zones/rules.ts";

/** A time zone; `ahead` is the offset of its clocks from UTC at a moment, in milliseconds. */
export type Zone = { name: string; ahead: (moment: number) => number };

const minute = 60_000;
const day = 24 * 60 * minute;

/** The time on a clock: '20261128T093000'. */
export const shownAt = (moment: number, ahead: number) =>
  new Date(moment + ahead).toISOString().slice(0, 19).replace(/[-:]/g, "");

/** The years whose clock changes a program has to know to read an event: its own, and one more on both sides. */
export const yearsAround = ({ begin, end }: Span): number[] =>
  [begin, end].map((moment) => moment.getUTCFullYear()).flatMap((year) => [year - 1, year, year + 1]);

/** The rules of a zone (RFC 5545, VTIMEZONE) for some years and no others, part by part. */
export function* zoneRules(zone: Zone, years: ReadonlySet<number>): Generator<string> {
  yield linesOf(["BEGIN:VTIMEZONE", `TZID:${zone.name}`]);
  for (const year of [...years].toSorted((a, b) => a - b)) {
    const changes = changesIn(zone, year);
    if (!years.has(year - 1)) yield linesOf(beginning(zone, Date.UTC(year, 0), changes[0]));
    for (const change of changes) {
      const [before, after] = [zone.ahead(change - minute), zone.ahead(change)];
      yield linesOf(observance(after > before ? "DAYLIGHT" : "STANDARD", change, before, after));
    }
  }
  yield linesOf(["END:VTIMEZONE"]);
}

const linesOf = (lines: readonly string[]) => lines.map((line) => `${line}\r\n`).join("");

/** The offset of the clocks from a moment on, until they change. */
function beginning({ ahead }: Zone, from: number, change: number | undefined): string[] {
  const begin = ahead(from);
  const isSummer = change !== undefined && ahead(change) < begin;
  return observance(isSummer ? "DAYLIGHT" : "STANDARD", from, begin, begin);
}

/** A clock change at a moment, written in the time that the clocks showed before it. */
const observance = (kind: "STANDARD" | "DAYLIGHT", moment: number, before: number, after: number) => [
  `BEGIN:${kind}`,
  `DTSTART:${shownAt(moment, before)}`,
  `TZOFFSETFROM:${offset(before)}`,
  `TZOFFSETTO:${offset(after)}`,
  `END:${kind}`,
];

/** '+0530' */
function offset(ahead: number): string {
  const minutes = Math.abs(ahead) / minute;
  const digits = [Math.floor(minutes / 60), minutes % 60].map((number) => String(number).padStart(2, "0"));
  return `${ahead < 0 ? "-" : "+"}${digits.join("")}`;
}

/** The number of remembered zone years: enough for every zone of our events. Each takes 200 bytes. */
const yearsMax = 5000;
const known = new Map<string, readonly number[]>();

/** The moments at which the clocks of a zone change in a year, searched for once. */
function changesIn(zone: Zone, year: number): readonly number[] {
  const key = `${year} ${zone.name}`;
  const found = known.get(key) ?? findChanges(zone, Date.UTC(year, 0), Date.UTC(year + 1, 0));
  if (known.size >= yearsMax) known.clear();
  known.set(key, found);
  return found;
}

/** No zone changes its clocks twice within ten days. */
function findChanges({ ahead }: Zone, from: number, to: number): number[] {
  const changes: number[] = [];
  for (let start = from; start < to; start += 10 * day) {
    let [before, after] = [start, Math.min(start + 10 * day, to)];
    if (ahead(before) === ahead(after)) continue;
    while (after - before > minute) {
      const middle = before + Math.floor((after - before) / 2 / minute) * minute;
      if (ahead(middle) === ahead(before)) before = middle;
      else after = middle;
    }
    changes.push(after);
  }
  return changes;
}
