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

/** How the gate and paper name somebody: 'Amara O.', the first name and the first letter of the last, in any script. */
export function rosterName(name: string): string {
  const [first = "", ...others] = name.trim().split(/\s+/u);
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

export type MarkKind = "here" | "undone" | "walk_in" | "closed" | "opened";

/**
 * An entry of the gate's log. `at` is when it was made, by the server's clock as far as that is known; all times are as `toISOString`
 * writes them, so that they can be compared as texts. `seq` is null until the server has it, whose `at` then counts; `device` is the
 * number of the device that made it, and null of an organizer without one. `takesBack` is the mark that was a mistake, of one that was made
 * by pressing Undo.
 */
export type Mark = {
  id: string;
  seq: number | null;
  kind: MarkKind;
  personId: string | null;
  name: string | null;
  under18: boolean;
  at: string;
  deviceAt: string;
  device: number | null;
  takesBack: string | null;
};

/** `since` is when that came to be, and `by` on which device; null of somebody whom nobody marked. */
export type PersonState = { state: "to_come" | "here" | "no_show"; since: string | null; by: number | null };
/** Somebody who came without being expected. */
export type WalkIn = PersonState & { id: string; name: string; under18: boolean };

/**
 * What a log comes to. `people` has everybody on the roster, by their id; `walkIns` those who came and were not taken off again, as they
 * came. Of the counts, the first four are of the roster.
 */
export type Merged = {
  people: Map<string, PersonState>;
  walkIns: WalkIn[];
  isClosed: boolean;
  closedAt: string | null;
  counts: { expected: number; toCome: number; here: number; noShow: number; walkIns: number };
};

const isBefore = (one: Mark, other: Mark): boolean => (one.at === other.at ? one.id < other.id : one.at < other.at);

/** Each mark once, as the server has it where it has it, in the order in which they were made. */
export function inOrder(marks: readonly Mark[]): Mark[] {
  const byId = new Map<string, Mark>();
  for (const mark of marks) {
    const known = byId.get(mark.id);
    const isBetter = !known || (known.seq === null && (mark.seq !== null || mark.at < known.at));
    if (isBetter) byId.set(mark.id, mark);
  }
  return [...byId.values()].toSorted((one, other) => (isBefore(one, other) ? -1 : 1));
}

/**
 * Who is here, by everything that was marked, in whatever order it became known and however often.
 *
 * The last word about a person counts. Somebody who is not here did not come while the gate is closed: so 'here' beats closing, also
 * when it comes late, and opening it again undoes all of that. Somebody who was unmarked by mistake was here all the time: what was taken
 * back was never said.
 */
export function mergeMarks(roster: readonly Pick<RosterPerson, "id">[], marks: readonly Mark[]): Merged {
  const lastOf = new Map<string, PersonState>();
  const arrived = new Map<string, Mark>();
  let closing: Mark | null = null;
  const said = inOrder(marks);
  const mistakes = mistakesIn(said);
  for (const mark of said) {
    const { id, kind, personId, at, device } = mark;
    if (mistakes.has(id)) continue;
    if (kind === "closed") closing ??= mark;
    else if (kind === "opened") closing = null;
    else if (personId !== null) {
      if (kind === "walk_in" && !arrived.has(personId)) arrived.set(personId, mark);
      const state = kind === "undone" ? "to_come" : "here";
      // Here twice: since the first time.
      if (lastOf.get(personId)?.state !== state) lastOf.set(personId, { state, since: at, by: device });
    }
  }

  const untouched: PersonState = { state: "to_come", since: null, by: null };
  const people = new Map<string, PersonState>();
  const counts = { expected: 0, toCome: 0, here: 0, noShow: 0, walkIns: 0 };
  for (const { id } of roster) {
    const last = lastOf.get(id) ?? untouched;
    const state: PersonState =
      last.state !== "here" && closing ? { state: "no_show", since: closing.at, by: closing.device } : last;
    people.set(id, state);
  }
  counts.expected = people.size;
  for (const { state } of people.values()) counts[countOf[state]]++;

  const walkIns: WalkIn[] = [];
  for (const [id, { name, under18 }] of arrived) {
    const last = lastOf.get(id);
    if (last?.state === "here" && !people.has(id)) walkIns.push({ ...last, id, name: name ?? "", under18 });
  }
  counts.walkIns = walkIns.length;
  return { people, walkIns, isClosed: closing !== null, closedAt: closing?.at ?? null, counts };
}

/**
 * Marks that were taken back, and end nothing: people were here, and the gate closed, all the time. Of 'here', taking back is a word of its
 * own, which counts as the last one. Which mark is meant is said by its id, so that no clock decides it.
 */
function mistakesIn(marks: readonly Mark[]): ReadonlySet<string> {
  const known = new Map(marks.map((mark) => [mark.id, mark]));
  return new Set(
    marks.flatMap(({ kind, personId, takesBack }) => {
      const meant = known.get(takesBack ?? "");
      const isMistake = meant && meant.personId === personId && mendedBy[meant.kind] === kind;
      return isMistake ? [meant.id] : [];
    }),
  );
}
const mendedBy: Partial<Record<MarkKind, MarkKind>> = { undone: "here", opened: "closed" };

const countOf = { to_come: "toCome", here: "here", no_show: "noShow" } as const;

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
