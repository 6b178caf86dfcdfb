import { daysBetween, daysOf, type EventType, wallClockIn } from "../events/rules.ts";
import type { Span } from "../time-zones/rules.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Hours are in quarters. */
export const hoursStep = 0.25;

/** The maximum number of people in one outcome: as many as one request holds. */
export const cameMax = 1500;
/** The maximum number of people added at once who are not on the list. */
export const addedMax = 200;

export const picturesMax = 10;
/** Limits on the organizer's texts, in characters as a person counts them. */
export const wordsMax = 1000;
export const thanksMax = 500;
/** The maximum amount of an achievement. */
export const amountMax = 1_000_000;

/** The time after the end at which checked-in people are thanked if there is no outcome, in milliseconds. */
export const settledAfter = 3 * day;
/** The moment from which an event without an outcome can be settled. */
export const settledFrom = ({ end }: Pick<Span, "end">): Date => new Date(end.getTime() + settledAfter);

/** The last moment at which an event's outcome can be changed. */
export const changedUntil = ({ end }: Pick<Span, "end">): Date => new Date(end.getTime() + 365 * day);

/** The wait before a mail about changed hours, in milliseconds: a quick correction needs no mail. */
export const correctedAfter = 10 * minute;

/** The unit of each type of event. */
export const unitOf = {
  cleanup: "bags",
  plantation: "trees",
  donation: "items",
  education: "learners",
  healthcare: "treated",
  food: "meals",
  awareness: "reached",
} as const satisfies Record<EventType, string>;
export type Unit = (typeof unitOf)[EventType];

/** The achievements, each with its amount: 38 bags, 120.5 kilograms. */
export const amountsOf = (of: { unit: Unit; amount: number | null; kilograms: number | null }) =>
  [
    { unit: of.unit, count: of.amount ?? 0 },
    { unit: "kilograms" as const, count: of.kilograms ?? 0 },
  ].filter(({ count }) => count > 0);

const inQuarters = (hours: number) => Math.max(hoursStep, Math.round(hours / hoursStep) * hoursStep);

/** The number of days of a span, at least one. */
function countDays(span: Span): number {
  const { first, last } = daysOf(span);
  return Math.max(1, daysBetween(first, last) + 1);
}

/** Tests whether an event lasts longer than a day, so that nobody is present from its beginning to its end. */
export const isOfDays = ({ begin, end }: Span): boolean => end.getTime() - begin.getTime() > day;

/** The most hours for one person at an event: 24 for each of its days. */
export const hoursMax = (span: Span): number => 24 * countDays(span);

/**
 * The hours of a person by the event's times, in quarters. For an event of several days, each day counts from the clock
 * time of its beginning to that of its end. It counts at most eight hours, because people sleep.
 */
export function hoursOf(span: Span): number {
  const { begin, end, zone } = span;
  if (!isOfDays(span)) return inQuarters((end.getTime() - begin.getTime()) / hour);
  const [from, until] = [begin, end].map((moment) => {
    const { time } = wallClockIn(moment, zone);
    return Number(time.slice(0, 2)) + Number(time.slice(3)) / 60;
  });
  const aDay = (until ?? 0) - (from ?? 0);
  return inQuarters(countDays(span) * (aDay > 0 ? Math.min(8, aDay) : 8));
}

/**
 * The hours counted from a check-in, never more than by the event's times; null for an event of several days, for which
 * a check-in says little.
 */
export function hoursSince(since: string, span: Span): number | null {
  if (isOfDays(span)) return null;
  const from = Math.max(Date.parse(since), span.begin.getTime());
  return inQuarters((span.end.getTime() - from) / hour);
}

/**
 * True for hours far above the known ones: more than twice as many, and more than two hours above. They may be right,
 * so the organizer is asked once.
 * @param known the hours by the gate, or the duration of the event
 */
export const areFarFrom = (known: number, hours: number): boolean => hours > 2 * known && hours > known + 2;

/** True for valid hours: positive, in quarters. */
export const areHours = (hours: number): boolean => hours > 0 && Number.isInteger(hours / hoursStep);

/** The sum of the individual hours and of the common ones. */
export const hoursTogether = (each: number, people: readonly { hours: number | null }[]): number =>
  people.reduce((sum, { hours }) => sum + (hours ?? each), 0);

/** The smallest list whose numbers are shown in detail: with fewer people they would reveal a single person. */
export const toldFrom = 5;

/** The number of past events needed for a prediction. */
export const knownFrom = 3;

/** The number of past events with figures, the latest ones. */
export const figuresMax = 200;

/** The number of past events that a prediction uses, the latest ones. */
export const knownMax = 12;

type Counts = { joined: number; confirmed: number };
/** A past event: the numbers of people with a spot and of confirmed ones, and how many of each came. */
export type Known = Counts & { came: number; cameOfConfirmed: number };

/**
 * Predicts the range of people who will come, as if confirmed people and others came as often as at past events. Null
 * if too little is known, or the list is so short that it would reveal a single person.
 */
export function rangeFor({ joined, confirmed }: Counts, past: readonly Known[]): { from: number; to: number } | null {
  const known = past.filter((event) => event.joined >= toldFrom);
  if (known.length < knownFrom || joined < toldFrom) return null;
  const expected = known.map((event) => {
    const others = event.joined - event.confirmed;
    const all = event.came / event.joined;
    const ofConfirmed = event.confirmed > 0 ? event.cameOfConfirmed / event.confirmed : all;
    const ofOthers = others > 0 ? (event.came - event.cameOfConfirmed) / others : all;
    return Math.min(joined, confirmed * ofConfirmed + (joined - confirmed) * ofOthers);
  });
  const nearly = 1e-9;
  return {
    from: Math.max(0, Math.floor(Math.min(...expected) + nearly)),
    to: Math.min(joined, Math.ceil(Math.max(...expected) - nearly)),
  };
}
