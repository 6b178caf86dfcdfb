import { daysAfter, wallClockIn } from "../events/rules.ts";
import { momentIn } from "../time-zones/rules.ts";

/** How many guests a member can bring, and the length of a guest's first name, in characters. */
export const guestsMax = 5;
export const guestNameMax = 40;

/** The length of a guardian's name, in characters. */
export const guardianMax = 80;

/** For how long leaving from the list can be undone, in milliseconds. */
export const undoTime = 10_000;

/** For how many hours at most a spot is held for an offer: if the organizer does not choose, and what they can choose. */
export const holdHoursDefault = 12;
export const holdHoursMin = 1;
export const holdHoursMax = 72;

/** For how long a spot is kept for an address that nobody has confirmed, in milliseconds. */
const reservedFor = 30 * 60_000;

/** Until when a spot is kept that is reserved now: never beyond the event's end. */
export const reservationExpiry = (eventEnd: Date, now: Date): Date =>
  new Date(Math.min(now.getTime() + reservedFor, eventEnd.getTime()));

/** How many spots of an event can be reserved at a time: a tenth of them, so that nobody fills it under made-up addresses. */
export const reservedMax = (capacity: number | null): number =>
  capacity === null ? Infinity : Math.max(1 + guestsMax, Math.floor(capacity / 10));

const hour = 3_600_000;

/** On its eve an event makes no more offers: so many hours before its beginning, and from then on. */
export const eveHours = 18;

/** The moment at which an event's eve begins. */
export const eveOf = (eventDate: Date | string): Date => new Date(new Date(eventDate).getTime() - eveHours * hour);

/** Whether what is free is still offered, one party after the other; from the eve on it goes to the first to press. */
export const makesOffers = (eventDate: Date | string, now: Date): boolean => now < eveOf(eventDate);

/** The last beginning of which it is the eve by now. */
export const lastOnEve = (now: Date): Date => new Date(now.getTime() + eveHours * hour);

/** Nobody has to answer at night, by the clocks of the event's zone: the moment at which it begins is night, the one at which it ends is not. */
const night = { begins: 22, ends: 8 };

/** What an offer's time depends on: when and in which zone the event is, and for how many hours at most its organizer has a spot held. */
type Times = { event_date: Date; time_zone: string; hold_hours: number };

/**
 * When an offer expires that is made now: after the hours that the organizer has chosen, or after a quarter of the time until the
 * beginning where that is shorter. What would expire at night expires in the morning. Nothing is held beyond the beginning.
 */
export function offerExpiry({ event_date, time_zone, hold_hours }: Times, now: Date): Date {
  const untilBegin = event_date.getTime() - now.getTime();
  const due = new Date(now.getTime() + Math.min(hold_hours * hour, untilBegin / 4));
  return earlier(afterNight(due, time_zone), event_date);
}

/** The end of the night that a moment is in; the moment itself by day. */
function afterNight(moment: Date, timeZone: string): Date {
  const { date, time } = wallClockIn(moment, timeZone);
  const clock = Number(time.slice(0, 2));
  if (night.ends <= clock && clock < night.begins) return moment;
  const morning = clock < night.ends ? date : daysAfter(date, 1);
  return momentIn(timeZone, morning, `0${night.ends}:00`) ?? moment;
}

const earlier = (one: Date, other: Date): Date => (one < other ? one : other);
