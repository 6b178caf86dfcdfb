import type { ReadCancelled } from "../ports.ts";
import type { FittedEvent } from "./fitting.ts";
import type { ImportedFacts } from "./merging.ts";

/** The source's data about an event at its import, and the source id (`uid`) that it was imported under. */
export type KnownEvent = { uid: string; said: Pick<ImportedFacts, "title" | "location" | "eventDate"> };
type Said = KnownEvent["said"];

/** A found event, under its id on this site, and the earlier import that it matches. */
export type Identified<Known> = {
  event: FittedEvent;
  known: Known | null;
  /** True if a different event, which the source no longer has, had this id before. */
  isInstead: boolean;
};

/**
 * Matches found events with earlier imports. A source id decides if only one event has it. Ids that several events
 * share, or that change with each fetch, decide nothing; then title, beginning and location do. The other events in a
 * source have no influence. An event with another title and another time is a different one, whatever its id.
 * @returns the events, each under an id of its own; and earlier imports that are gone although their source id is still
 * in use
 */
export function identified<Known extends KnownEvent>(
  events: readonly FittedEvent[],
  known: readonly Known[],
): { events: Identified<Known>[]; replaced: Known[] } {
  const byName = namesOf(known);
  const byUid = Map.groupBy(known, ({ uid }) => uid);
  const byTitle = Map.groupBy(known, ({ said }) => titleAndDate(said));
  const byFacts = Map.groupBy(known, ({ said }) => factsOf(said));
  const counts = new Map<string, number>();
  for (const { uid } of events) counts.set(uid, (counts.get(uid) ?? 0) + 1);
  const isShared = ({ uid }: FittedEvent) => counts.get(uid)! > 1;

  const found = new Map<FittedEvent, Known>();
  const claimed = new Set<Known>();
  const claim = (event: FittedEvent, candidates: readonly Known[] = [], isIt = (_known: Known) => true) => {
    const one = found.has(event) ? undefined : candidates.find((each) => !claimed.has(each) && isIt(each));
    if (!one) return;
    found.set(event, one);
    claimed.add(one);
  };
  // The most certain matches come first, so that no event takes another's match.
  for (const event of events) claim(event, byFacts.get(factsOf(event)), (one) => isNamed(one, event));
  for (const event of events) claim(event, byTitle.get(titleAndDate(event)), (one) => isNamed(one, event));
  for (const event of events) {
    if (!isShared(event)) claim(event, byUid.get(event.uid), (one) => isTheSame(one, event));
  }
  for (const event of events) claim(event, byFacts.get(factsOf(event)));

  const taken = new Set(known.map(({ uid }) => uid));
  const all = events.map((event): Identified<Known> => {
    const one = found.get(event);
    if (one) return { event: { ...event, uid: one.uid }, known: one, isInstead: false };
    const before = byUid.get(event.uid)?.some((each) => !claimed.has(each)) ?? false;
    const uid = freeName(event, isShared(event), taken);
    taken.add(uid);
    return { event: { ...event, uid }, known: null, isInstead: before && !isShared(event) };
  });
  const names = new Set(counts.keys());
  const replaced = [...names].flatMap((name) => byName.get(name)?.filter((one) => !claimed.has(one)) ?? []);
  return { events: all, replaced: [...new Set(replaced)] };
}

/** The earlier imports that a source has canceled. */
export function cancelledAmong<Known extends KnownEvent>(
  cancelled: readonly ReadCancelled[],
  known: readonly Known[],
): Known[] {
  const byName = namesOf(known);
  const byFacts = Map.groupBy(known, ({ said }) => factsOf(said));
  const all = cancelled.flatMap((off) => {
    const said = { ...off, eventDate: off.begin };
    // A calendar may give only the id of a canceled event.
    const isIt = (one: Known) =>
      off.isSeries || isSameDate(one.said, said)
        ? off.title === "" || isSameTitle(one.said, said)
        : one.uid === off.uid && isTheSame(one, { ...said, title: off.title || one.said.title });
    return [...(byName.get(off.uid)?.filter(isIt) ?? []), ...(byFacts.get(factsOf(said)) ?? [])];
  });
  return [...new Set(all)];
}

/**
 * Tests whether an imported event is the one that has its source id now. For an id that several events shared, title
 * and time must both match. For any other id, one of them must match, or the titles must share a word.
 */
export function isTheSame({ uid, said }: KnownEvent, now: Said): boolean {
  const [hasTitle, hasDate] = [isSameTitle(said, now), isSameDate(said, now)];
  return isOneOfSeveral(uid)
    ? hasTitle && hasDate
    : hasTitle || hasDate || wordsOf(said).some((word) => wordsOf(now).includes(word));
}

const isSameDate = (one: Said, other: Said) => one.eventDate.getTime() === other.eventDate.getTime();
const isSameTitle = (one: Said, other: Said) => plain(one.title) === plain(other.title);
const plain = (text: string) => text.trim().toLowerCase().replace(/\s+/g, " ");
const titleAndDate = ({ title, eventDate }: Said) => `${plain(title)}\n${eventDate.toISOString()}`;
const factsOf = (said: Said) => `${titleAndDate(said)}\n${plain(said.location)}`;
const isNamed = (one: KnownEvent, { uid }: FittedEvent) => one.uid === uid || one.uid.startsWith(`${uid}#`);

/** The significant words of a title, in lower case. */
const wordsOf = ({ title }: Said): string[] => title.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? [];

/** Tests for an id that several events shared: it ends with the beginning of its event. */
const isOneOfSeveral = (uid: string): boolean => /#\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z(#\d+)?$/.test(uid);

/** An id that no other event of the source has. */
function freeName({ uid, eventDate }: FittedEvent, isShared: boolean, taken: ReadonlySet<string>): string {
  if (!isShared && !taken.has(uid)) return uid;
  const dated = `${uid}#${eventDate.toISOString()}`;
  let name = dated;
  for (let number = 2; taken.has(name); number++) name = `${dated}#${number}`;
  return name;
}

/** Earlier imports by their ids, and by the prefixes of their ids. */
function namesOf<Known extends KnownEvent>(known: readonly Known[]): Map<string, Known[]> {
  const byName = new Map<string, Known[]>();
  for (const one of known) {
    const parts = one.uid.split("#");
    // An id is followed by at most a day, a beginning and a number.
    for (let count = parts.length; count > Math.max(0, parts.length - 4); count--) {
      const name = parts.slice(0, count).join("#");
      const others = byName.get(name);
      if (others) others.push(one);
      else byName.set(name, [one]);
    }
  }
  return byName;
}
