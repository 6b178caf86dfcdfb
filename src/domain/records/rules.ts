import { hasEnded, wallClockIn } from "../events/rules.ts";

/** The longest note of one's own, and the longest label of a credential, in characters as a person counts them. */
export const noteMax = 300;
export const labelMax = 80;
/** The longest name that a credential shows. */
export const shownNameMax = 80;

/** How many events one credential speaks of at most: more than one sheet of paper holds, and a file that can still be mailed. */
export const chosenMax = 100;
/** How many credentials somebody has at a time; those that were taken back do not count. */
export const credentialsMax = 50;
/** True for a text that can be the number of a credential. */
export const isNumber = (text: string): boolean => text.length === numberLength && /^[0-9a-f]+$/.test(text);
export const numberLength = 32;

/** How many events a record shows: the latest ones. */
export const entriesMax = 1000;

/**
 * Whose word an entry's hours are: the organizer's; a second organizer's, at one's own event; one's own there; or nobody's, where somebody was
 * checked in at the gate and the organizer said nothing.
 */
export const kindsOfEntry = ["asserted", "second", "own", "gate"] as const;
export type KindOfEntry = (typeof kindsOfEntry)[number];

/** How it stands with the second organizer whom somebody has asked about hours that are still self-reported. */
export const askedStates = ["asked", "declined", "taken_back"] as const;
export type AskedState = (typeof askedStates)[number];

/** Whether hours are somebody else's word, so that they can be proven. */
export const isProvable = ({ kind }: { kind: KindOfEntry }): boolean => kind === "asserted" || kind === "second";

type Counted = { hours: number; kind: KindOfEntry };
type Dated = { eventDate: string; timeZone: string };

/** For how many hours, at how many events. */
export type Sum = { hours: number; events: number };
/** The same apart by whose word they are, and in all. */
export type Sums = Record<KindOfEntry | "all", Sum>;

const none = (): Sum => ({ hours: 0, events: 0 });

/** What entries come to. Hours are in quarters, so that sums are exact. */
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

/** The year in which an event began, on the clock of its place. */
export const yearOf = ({ eventDate, timeZone }: Dated): number =>
  Number(wallClockIn(new Date(eventDate), timeZone).date.slice(0, 4));

/** Entries by their year, the latest first, as they come within each. */
export function byYear<Entry extends Dated>(entries: readonly Entry[]): { year: number; entries: Entry[] }[] {
  const years = new Map<number, Entry[]>();
  for (const entry of entries) {
    const year = yearOf(entry);
    years.set(year, [...(years.get(year) ?? []), entry]);
  }
  return [...years].map(([year, of]) => ({ year, entries: of })).toSorted((one, other) => other.year - one.year);
}

const day = 86_400_000;
/** For how long a second organizer can answer what they are asked, in days. */
export const answeredWithin = 30;
/** Whether what was asked at a moment can still be answered. */
export const isAnswerable = (askedAt: Date | string, now: Date): boolean =>
  now.getTime() < new Date(askedAt).getTime() + answeredWithin * day;

/** For how long after its end a second organizer is asked about an event, asserts hours there and takes that back: as long as hours can be corrected. */
export const secondUntil = 365 * day;
/** Whether that time is over. */
export const isTooLate = (eventEnd: Date | string, now: Date): boolean =>
  new Date(eventEnd).getTime() + secondUntil < now.getTime();
/** Whether a second organizer can be asked about an entry. */
export const isAskable = ({ kind, eventEnd }: { kind: KindOfEntry; eventEnd: string }, now: Date): boolean =>
  kind === "own" && hasEnded(eventEnd, now) && !isTooLate(eventEnd, now);
