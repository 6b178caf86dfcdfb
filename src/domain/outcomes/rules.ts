import { type EventType, wallClockIn } from "../events/rules.ts";

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

/** The time after its end in which an event's outcome can be changed, in milliseconds. */
export const changedUntil = 365 * day;

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

type Times = { eventDate: Date | string; eventEnd: Date | string; timeZone: string };

const inQuarters = (hours: number) => Math.max(hoursStep, Math.round(hours / hoursStep) * hoursStep);

/** The number of days of an event, on the clocks of its zone; an end at midnight counts for the day before. */
function daysOf({ eventDate, eventEnd, timeZone }: Times): number {
  const [first, last] = [new Date(eventDate), new Date(new Date(eventEnd).getTime() - 1)].map(
    (moment) => wallClockIn(moment, timeZone).date,
  );
  return Math.max(1, Math.round((Date.parse(`${last}T00:00Z`) - Date.parse(`${first}T00:00Z`)) / day) + 1);
}

/** Tests whether an event lasts longer than a day: then nobody is present from its beginning to its end. */
export const isOfDays = ({ eventDate, eventEnd }: Times): boolean =>
  new Date(eventEnd).getTime() - new Date(eventDate).getTime() > day;

/** The maximum number of hours for one person at an event: 24 for each of its days. */
export const hoursMax = (event: Times): number => 24 * daysOf(event);

/**
 * The hours of a person by the event's times, in quarters. For an event of several days, each day counts from the clock
 * time of its beginning to that of its end. It counts at most eight hours, because people sleep.
 */
export function hoursOf(event: Times): number {
  const [begin, end] = [new Date(event.eventDate), new Date(event.eventEnd)];
  if (!isOfDays(event)) return inQuarters((end.getTime() - begin.getTime()) / hour);
  const [from, until] = [begin, end].map((moment) => {
    const { time } = wallClockIn(moment, event.timeZone);
    return Number(time.slice(0, 2)) + Number(time.slice(3)) / 60;
  });
  const aDay = (until ?? 0) - (from ?? 0);
  return inQuarters(daysOf(event) * (aDay > 0 ? Math.min(8, aDay) : 8));
}

/**
 * The hours counted from a check-in, never more than by the event's times; null for an event of several days, for which
 * a check-in says little.
 */
export function hoursSince(since: string, event: Times): number | null {
  if (isOfDays(event)) return null;
  const from = Math.max(Date.parse(since), new Date(event.eventDate).getTime());
  return inQuarters((new Date(event.eventEnd).getTime() - from) / hour);
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
