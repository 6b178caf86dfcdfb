// The rules of a gate without a network: the browser has all of them too, so that every device reaches the same result.

import type { Span } from "../time-zones/rules.ts";

const hour = 3_600_000;
const day = 24 * hour;

type Begin = Pick<Span, "begin">;
type End = Pick<Span, "end">;

/** The moment from which devices can read the expected people, early because there may be no signal at the field. */
export const readableFrom = ({ begin }: Begin): Date => new Date(begin.getTime() - 72 * hour);
/** The period of marks: from two hours before the event until 72 hours after it. */
export const marksFrom = ({ begin }: Begin): Date => new Date(begin.getTime() - 2 * hour);
export const marksUntil = ({ end }: End): Date => new Date(end.getTime() + 72 * hour);
/** The end of marking: until then the organizer may still mark who came, and marks waiting on a device are taken. */
export const marksCloseAt = ({ end }: End): Date => new Date(end.getTime() + 365 * day);

/** The number of marks in a call, and in its answer. */
export const marksAtOnce = 200;
export const marksAnswered = 2000;
/**
 * The number of marks that a gate takes from devices in total, and the same number again from its organizer, whom
 * devices must not block. Events do not have that many people, and the limit keeps devices from filling the site's
 * disk.
 */
export const marksMax = 50_000;
/** The number of marks from one device at an event. */
export const deviceMarksMax = 5000;
/** The number of waiting marks of an event, from all devices without a right. */
export const lateMarksMax = 5000;
/** The number of waiting marks listed for a phone. */
export const lateMarksListed = 200;
/** The number of active keys of an event, and the number of devices. */
export const keysMax = 20;
export const devicesMax = 200;
export const keyLabelMax = 60;
/** The maximum length of a walk-in's name, in characters as a person counts them. */
export const walkInNameMax = 80;
export const contactMax = 100;

/** The characters of a code: no pairs that look or sound alike, and no vowels, so that a code is not a word. */
export const codeLetters = "23456789CDFGHJKMNPQRTVWX";
export const codeLength = 4;
const codePattern = new RegExp(`^[${codeLetters}]{${codeLength}}$`);

/** Makes a random code, one of 331,776. `bytes` returns a number of values from 0 to 255. */
export function newCode(bytes: (count: number) => Iterable<number> = randomBytes): string {
  // Ten times the length of the alphabet: higher values would make its first letters likelier.
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

/** The text of our QR codes, so that an ordinary camera opens the event's page. `address` is the site's own. */
export const codeAddress = (address: string, eventId: string, code: string): string =>
  `${address}/view-event/${eventId}#${code}`;

/** The code in typed ('k7 qm') or scanned text, with its event if the text names one; null without a code. */
export function codeIn(text: string): { code: string; eventId: string | null } | null {
  const [, eventId = null, ending] = /\/view-event\/([0-9a-f-]{36})#(.*)$/i.exec(text.trim()) ?? [];
  const code = (ending ?? text).replace(/[\s-]/g, "").toUpperCase();
  if (!codePattern.test(code)) return null;
  return { code, eventId: eventId?.toLowerCase() ?? null };
}

/**
 * A person's name at the gate and on paper: 'Amara O.', the first name and the first letter of the last, in any script.
 * It drops a hint in parentheses, as in 'Marta (dog walker)'.
 */
export function rosterName(name: string): string {
  const bare = name.replace(/[([（［][^)\]）］]*[)\]）］]?/gu, " ").trim();
  const [first = "", ...others] = (bare || name.trim()).split(/\s+/u);
  const last = others.findLast((word) => /^\p{L}/u.test(word));
  const [letter] = last?.match(/^\p{L}\p{M}*/u) ?? [];
  return letter ? `${first} ${letter}.` : first;
}

/** An expected person. `guardian` is null for people aged 18 or older. */
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
 * Corrects the times of marks to the server's clock. The device's error is the difference between its time in the
 * request, `sentAt`, and ours, `now`. No time is later than now, nor later than the next mark of the same device: if
 * its clock was set back in between, only the order is certain.
 * @param deviceTimes the times by the device's clock, in the order of the marks; all in milliseconds
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

/** The ids of people who share a name with another person; they are distinguished by their codes. */
export function namesakesIn(people: readonly Pick<RosterPerson, "id" | "name">[]): ReadonlySet<string> {
  const known = new Map<string, string[]>();
  for (const { id, name } of people) {
    const key = name.normalize("NFKC").toLowerCase();
    known.set(key, [...(known.get(key) ?? []), id]);
  }
  return new Set([...known.values()].filter((ids) => ids.length > 1).flat());
}
