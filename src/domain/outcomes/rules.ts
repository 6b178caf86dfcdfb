import { type EventType, wallClockIn } from "../events/rules.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Hours are told in quarters. */
export const hoursStep = 0.25;

/** How many people one outcome names at most: as many as one request holds. */
export const cameMax = 1500;
/** How many people who are on no list are named at once. */
export const addedMax = 200;

export const picturesMax = 10;
/** Limits on the organizer's words, in characters as a person counts them. */
export const wordsMax = 1000;
export const thanksMax = 500;
/** The most of anything that was achieved. */
export const amountMax = 1_000_000;

/** When nobody has said anything: people who were checked in are thanked by then, in milliseconds after the end. */
export const settledAfter = 3 * day;

/** For how long after its end what came of an event can be changed, in milliseconds. */
export const changedUntil = 365 * day;

/** How long it is waited before somebody is told of other hours, in milliseconds: what is mended at once is not told of. */
export const correctedAfter = 10 * minute;

/** What is counted, by the type of event. */
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

/** What was achieved, each with how much of it: 38 bags, 120.5 kilograms. */
export const amountsOf = (of: { unit: Unit; amount: number | null; kilograms: number | null }) =>
  [
    { unit: of.unit, count: of.amount ?? 0 },
    { unit: "kilograms" as const, count: of.kilograms ?? 0 },
  ].filter(({ count }) => count > 0);

type Times = { eventDate: Date | string; eventEnd: Date | string; timeZone: string };

const inQuarters = (hours: number) => Math.max(hoursStep, Math.round(hours / hoursStep) * hoursStep);

/** How many days an event touches, on the clocks of its zone: what ends at midnight ends on the day before. */
function daysOf({ eventDate, eventEnd, timeZone }: Times): number {
  const [first, last] = [new Date(eventDate), new Date(new Date(eventEnd).getTime() - 1)].map(
    (moment) => wallClockIn(moment, timeZone).date,
  );
  return Math.max(1, Math.round((Date.parse(`${last}T00:00Z`) - Date.parse(`${first}T00:00Z`)) / day) + 1);
}

/** Whether an event lasts longer than a day and a night, so that nobody is there from its beginning to its end. */
export const isOfDays = ({ eventDate, eventEnd }: Times): boolean =>
  new Date(eventEnd).getTime() - new Date(eventDate).getTime() > day;

/** The most hours that one person can have at an event: 24 for each of its days. */
export const hoursMax = (event: Times): number => 24 * daysOf(event);

/**
 * How long somebody was there, as the event's times have it, in quarters of an hour. Of an event of several days, for each the time between
 * the clock at its beginning and at its end, and never more than eight hours: nobody works through the night.
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

/** The same from when somebody was checked in, which is never more; null for an event of several days, of which that says little. */
export function hoursSince(since: string, event: Times): number | null {
  if (isOfDays(event)) return null;
  const from = Math.max(Date.parse(since), new Date(event.eventDate).getTime());
  return inQuarters((new Date(event.eventEnd).getTime() - from) / hour);
}

/**
 * True for hours that are far from what is known: more than twice as many, and more than two hours more. Such hours may be right, and are
 * asked about once.
 * @param known for how long the gate saw somebody, or how long the event lasted, in hours
 */
export const areFarFrom = (known: number, hours: number): boolean => hours > 2 * known && hours > known + 2;

/** True for hours that can be told: in quarters, more than none. */
export const areHours = (hours: number): boolean => hours > 0 && Number.isInteger(hours / hoursStep);

/** The sum of what is said for some and of what everybody else has. */
export const hoursTogether = (each: number, people: readonly { hours: number | null }[]): number =>
  people.reduce((sum, { hours }) => sum + (hours ?? each), 0);

/** From how many people on a list its numbers are told apart: of fewer, they would tell of one person. */
export const toldFrom = 5;

/** From how many past events it is said how many will come. */
export const knownFrom = 3;

/** How many past events figures are told of: the latest ones. */
export const figuresMax = 200;

/** How many past events are looked at for that: the latest ones. */
export const knownMax = 12;

type Counts = { joined: number; confirmed: number };
/** A past event: how many had a spot and had confirmed, and how many of each came. */
export type Known = Counts & { came: number; cameOfConfirmed: number };

/**
 * Between how many and how many people will come to an event, as past ones were: had those who have confirmed come as often as there, and the
 * others too. Null where too little is known, or the list is so short that it would tell of one person.
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
