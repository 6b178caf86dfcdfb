// The gate without a network: the browser has all of this too, and every device comes to the same by it.

const hour = 3_600_000;
const day = 24 * hour;

/** From when on devices read who is expected: there may be no signal at the field. */
export const readableFrom = (eventDate: Date): Date => new Date(eventDate.getTime() - 72 * hour);
/** When a mark may have been made: from two hours before the event until 72 hours after it. */
export const marksFrom = (eventDate: Date): Date => new Date(eventDate.getTime() - 2 * hour);
export const marksUntil = (eventEnd: Date): Date => new Date(eventEnd.getTime() + 72 * hour);
/** Until when the organizer may still mark who came, and marks that wait on a device are taken. */
export const marksCloseAt = (eventEnd: Date): Date => new Date(eventEnd.getTime() + 365 * day);

/** How many marks a call takes, and how many it answers with. */
export const marksAtOnce = 200;
export const marksAnswered = 2000;
/**
 * How many marks a gate takes of devices in all, and as many of its organizer, whom no device keeps out: nobody receives so many people,
 * and nobody is to fill the site with them.
 */
export const marksMax = 50_000;
/** How many marks one device makes at an event. */
export const deviceMarksMax = 5000;
/** How many marks of an event wait for its organizer, of all devices whose right has ended. */
export const lateMarksMax = 5000;
/** How many of those of a phone are listed. */
export const lateMarksListed = 200;
/** How many keys of an event may open its gate at a time, and how many devices. */
export const keysMax = 20;
export const devicesMax = 200;
export const keyLabelMax = 60;
/** In characters as a person counts them. */
export const walkInNameMax = 80;
export const contactMax = 100;

/** What stands in a code: no pair that looks or sounds alike, and no vowels, so that none is a word. */
export const codeLetters = "23456789CDFGHJKMNPQRTVWX";
export const codeLength = 4;
const codePattern = new RegExp(`^[${codeLetters}]{${codeLength}}$`);

/** A code by chance; the same comes again every 331,776 times. `bytes` gives that many numbers from 0 to 255. */
export function newCode(bytes: (count: number) => Iterable<number> = randomBytes): string {
  // Ten times the alphabet: what lies beyond would make its first letters likelier.
  const even = codeLetters.length * 10;
  let code = "";
  while (code.length < codeLength) {
    for (const byte of bytes(codeLength - code.length)) {
      if (byte < even) code += codeLetters.charAt(byte % codeLetters.length);
    }
  }
  return code;
}
const randomBytes = (count: number) => crypto.getRandomValues(new Uint8Array(count));

/** What a QR code of ours says, so that a plain camera opens the event's page. `address` is the site's own. */
export const codeAddress = (address: string, eventId: string, code: string): string =>
  `${address}/view-event/${eventId}#${code}`;

/**
 * The code in what was typed ('k7 qm') or scanned, and of which event it is, where that is said; null when there is none.
 */
export function codeIn(text: string): { code: string; eventId: string | null } | null {
  const [, eventId = null, ending] = /\/view-event\/([0-9a-f-]{36})#(.*)$/i.exec(text.trim()) ?? [];
  const code = (ending ?? text).replace(/[\s-]/g, "").toUpperCase();
  if (!codePattern.test(code)) return null;
  return { code, eventId: eventId?.toLowerCase() ?? null };
}

/**
 * The name of a person at the gate and on paper: 'Amara O.', the first name and the first letter of the last, in any script. A hint in
 * parentheses, as in 'Marta (dog walker)', is no name.
 */
export function rosterName(name: string): string {
  const bare = name.replace(/[([（［][^)\]）］]*[)\]）］]?/gu, " ").trim();
  const [first = "", ...others] = (bare || name.trim()).split(/\s+/u);
  const last = others.findLast((word) => /^\p{L}/u.test(word));
  const [letter] = last?.match(/^\p{L}\p{M}*/u) ?? [];
  return letter ? `${first} ${letter}.` : first;
}

/** Somebody who is expected. `guardian` is null of whoever is 18 or older. */
export type RosterPerson = {
  id: string;
  partyId: string;
  name: string;
  code: string;
  under18: boolean;
  guardian: "agreed" | "ask" | null;
  isGuest: boolean;
};

/**
 * When marks were made, by the server's clock: by how much the device's is off is what its clock says in the request, `sentAt`, against
 * ours, `now`. None is later than now, and none of one device later than one that it made after it: of a clock that was set back
 * in between, the order is what is sure.
 * @param deviceTimes when they were made by the device's clock, in the order in which it made them; all in milliseconds
 */
export function correctedTimes(deviceTimes: readonly number[], sentAt: number, now: number): number[] {
  let latest = now;
  const times = deviceTimes.toReversed().map((time) => {
    const at = Math.min(time + (now - sentAt), latest);
    latest = at - 1;
    return at;
  });
  return times.toReversed();
}

/** Those who are called as somebody else of them is, by their ids: their codes tell them apart. */
export function namesakesIn(people: readonly Pick<RosterPerson, "id" | "name">[]): ReadonlySet<string> {
  const known = new Map<string, string[]>();
  for (const { id, name } of people) {
    const key = name.normalize("NFKC").toLowerCase();
    known.set(key, [...(known.get(key) ?? []), id]);
  }
  return new Set([...known.values()].filter((ids) => ids.length > 1).flat());
}
