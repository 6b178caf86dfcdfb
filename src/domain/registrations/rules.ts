import { daysAfter, type Spots, wallClockIn } from "../events/rules.ts";
import { momentIn, type Span } from "../time-zones/rules.ts";

/** The maximum number of guests of a member, and the maximum length of a guest's first name in characters. */
export const guestsMax = 5;
export const guestNameMax = 40;

/** The maximum length of a guardian's name, in characters. */
export const guardianMax = 80;

/** The time in which a removal from the list can be undone, in milliseconds. */
export const undoTime = 10_000;

/**
 * The number of hours for which a spot is held for an offer: the default, and the range that an organizer can choose
 * from.
 */
export const holdHoursDefault = 12;
export const holdHoursMin = 1;
export const holdHoursMax = 72;

/** The time for which a spot is kept for an unconfirmed address, in milliseconds. */
const reservedFor = 30 * 60_000;

/** Returns when a reservation made now expires: never after the event's end. */
export const reservationExpiry = ({ end }: Span, now: Date): Date =>
  earlier(new Date(now.getTime() + reservedFor), end);

/**
 * The number of spots that can be reserved at a time: a tenth of all, so that nobody can fill an event with made-up
 * addresses. Always enough for one party.
 */
export const reservedMax = ({ capacity }: Spots): number =>
  capacity === null ? Infinity : Math.max(1 + guestsMax, Math.floor(capacity / 10));

const hour = 3_600_000;

/** The number of hours before an event at which its eve begins; from then on it makes no more offers. */
export const eveHours = 18;

/** Returns the moment at which an event's eve begins. */
export const eveOf = ({ begin }: Pick<Span, "begin">): Date => new Date(begin.getTime() - eveHours * hour);

/** True while free spots are offered to one party after the other; from the eve on they go to the first to press. */
export const makesOffers = (span: Pick<Span, "begin">, now: Date): boolean => now < eveOf(span);

/** True if an event is over, its last moment included, because offers end in it. */
export const isOverBy = ({ end }: Span, now: Date): boolean => end <= now;

/** Returns the latest beginning for which the eve has begun by now. */
export const lastOnEve = (now: Date): Date => new Date(now.getTime() + eveHours * hour);

/**
 * The hours of the night in the event's zone, which do not count for answering an offer: from `begins` inclusive to
 * `ends` exclusive.
 */
const night = { begins: 22, ends: 8 };

/**
 * Returns when an offer made now expires: after the hours that the organizer chose, or a quarter of the time until the
 * beginning if that is shorter. An expiry at night moves to the morning. Nothing is held beyond the beginning.
 */
export function offerExpiry({ begin, zone }: Span, holdHours: number, now: Date): Date {
  const untilBegin = begin.getTime() - now.getTime();
  const due = new Date(now.getTime() + Math.min(holdHours * hour, untilBegin / 4));
  return earlier(afterNight(due, zone), begin);
}

/** Returns the end of the night that contains a moment; by day, the moment itself. */
function afterNight(moment: Date, timeZone: string): Date {
  const { date, time } = wallClockIn(moment, timeZone);
  const clock = Number(time.slice(0, 2));
  if (night.ends <= clock && clock < night.begins) return moment;
  const morning = clock < night.ends ? date : daysAfter(date, 1);
  return momentIn(timeZone, morning, `0${night.ends}:00`) ?? moment;
}

const earlier = (one: Date, other: Date): Date => (one < other ? one : other);

/** A party under both words, for instances of the previous version that still run during an update: decision 073. */
export const inBothWords = <Party extends { guests?: unknown }>(party: Party): Party =>
  party.guests === undefined ? party : { ...party, companions: party.guests };
