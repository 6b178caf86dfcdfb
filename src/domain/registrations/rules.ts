/** How many guests a member can bring, and the length of a guest's first name, in characters. */
export const guestsMax = 5;
export const guestNameMax = 40;

/** The length of a guardian's name, and of a phone number, in characters: of its digits there are more than four. */
export const guardianMax = 80;
export const phoneMax = 20;

/** Whether a text can be a phone number: 5 to 20 digits, spaces and the signs that people write between them. */
export const isPhone = (text: string): boolean =>
  text.length <= phoneMax && /^[+(]?[\d\s().-]+$/.test(text) && text.replace(/\D/g, "").length >= 5;

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
/** An offer that would expire sooner gives nobody the time to read it, in milliseconds. */
const shortestOffer = hour / 4;

/** What an offer's time depends on: when the event is, and for how many hours at most its organizer has a spot held. */
type Times = { event_date: Date; event_end: Date; hold_hours: number };

/**
 * When an offer expires that is made now: after the hours that the organizer has chosen, sooner as the event nears (after a
 * quarter of the time that is left until it begins, a quarter of an hour at least, also while it is under way), and never
 * beyond its end.
 */
export function offerExpiry({ event_date, event_end, hold_hours }: Times, now: Date): Date {
  const untilBegin = event_date.getTime() - now.getTime();
  const hold = Math.min(hold_hours * hour, Math.max(untilBegin / 4, shortestOffer));
  return new Date(Math.min(now.getTime() + hold, event_end.getTime()));
}
