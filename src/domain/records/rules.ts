import { wallClockIn } from "../events/rules.ts";
import { hasEnded, type Span } from "../time-zones/rules.ts";

/** The maximum lengths of a member's note and of a credential's label, in characters as a person counts them. */
export const noteMax = 300;
export const labelMax = 80;
/** The maximum length of a name on a credential. */
export const shownNameMax = 80;

/**
 * The maximum number of events in a credential: more than fits on one sheet of paper, but the file can still be mailed.
 */
export const chosenMax = 100;
/** The maximum number of valid credentials of a member; revoked ones do not count. */
export const credentialsMax = 50;
/** True if a text has the format of a credential's number. */
export const isNumber = (text: string): boolean => text.length === numberLength && /^[0-9a-f]+$/.test(text);
export const numberLength = 32;

/** The maximum number of events in a record; it shows the latest ones. */
export const entriesMax = 1000;

/**
 * The source of an entry's hours: the event's organizer; a second organizer, at the volunteer's own event; the
 * volunteer, at their own event; or the gate, if the volunteer was checked in and the organizer reported nothing.
 */
export const kindsOfEntry = ["asserted", "second", "own", "gate"] as const;
export type KindOfEntry = (typeof kindsOfEntry)[number];

/** The states of a request to a second organizer about hours that are still self-reported. */
export const askedStates = ["asked", "declined", "taken_back"] as const;
export type AskedState = (typeof askedStates)[number];

/** True if another organizer asserts the hours, so that they can be proven. */
export const isProvable = ({ kind }: { kind: KindOfEntry }): boolean => kind === "asserted" || kind === "second";

type Counted = { hours: number; kind: KindOfEntry };
type Dated = { eventDate: string; timeZone: string };

/** A number of hours and the number of their events. */
export type Sum = { hours: number; events: number };
/** The sums per source, and in total. */
export type Sums = Record<KindOfEntry | "all", Sum>;

const none = (): Sum => ({ hours: 0, events: 0 });

/** Adds up entries. Hours are in quarters, so the sums are exact. */
export function sumsOf(entries: readonly Counted[]): Sums {
  const sums: Sums = { all: none(), asserted: none(), second: none(), own: none(), gate: none() };
  for (const { hours, kind } of entries) {
    for (const sum of [sums.all, sums[kind]]) {
      sum.hours += hours;
      sum.events += 1;
    }
  }
  return sums;
}

/** The year in which an event began, in its own time zone. */
export const yearOf = ({ eventDate, timeZone }: Dated): number =>
  Number(wallClockIn(new Date(eventDate), timeZone).date.slice(0, 4));

/** Groups entries by year, latest year first, and keeps their order within each. */
export function byYear<Entry extends Dated>(entries: readonly Entry[]): { year: number; entries: Entry[] }[] {
  const years = new Map<number, Entry[]>();
  for (const entry of entries) {
    const year = yearOf(entry);
    years.set(year, [...(years.get(year) ?? []), entry]);
  }
  return [...years].map(([year, of]) => ({ year, entries: of })).toSorted((one, other) => other.year - one.year);
}

const day = 86_400_000;
/** The number of days in which a second organizer can answer a request. */
export const answeredWithin = 30;
/** True if a request can still be answered. */
export const isAnswerable = (askedAt: Date | string, now: Date): boolean =>
  now.getTime() < new Date(askedAt).getTime() + answeredWithin * day;

/**
 * The last moment at which a second organizer can be asked, can assert hours and can withdraw them: as long as hours
 * can be corrected.
 */
export const secondUntil = ({ end }: Pick<Span, "end">): Date => new Date(end.getTime() + 365 * day);
/** True if that time is over. */
export const isTooLate = (span: Pick<Span, "end">, now: Date): boolean => secondUntil(span) < now;
/** True if a second organizer can be asked about an entry. */
export const isAskable = (kind: KindOfEntry, span: Span, now: Date): boolean =>
  kind === "own" && hasEnded(span, now) && !isTooLate(span, now);
