import type { ReadCancelled } from "../ports.ts";
import type { FittedEvent } from "./fitting.ts";
import type { ImportedFacts } from "./merging.ts";

/** What a source said of an event when it was imported, and the name that it was imported under. */
export type KnownEvent = { uid: string; said: Pick<ImportedFacts, "title" | "location" | "eventDate"> };
type Said = KnownEvent["said"];

/** An event that was found, under the name that it has with us, and which one it is of those that were imported before. */
export type Identified<Known> = {
  event: FittedEvent;
  known: Known | null;
  /** Whether another event had its name before, which is not there any more. */
  isInstead: boolean;
};

/**
 * Which of the events that were found is which of those that were imported before. A name says it where one event has it; names that
 * several share, or that are others with each fetch, say nothing, and then title, beginning and place do. Whatever stands beside an event
 * changes nothing in that: one with another title and at another time is another one, whatever its name is.
 * @returns the events, each under a name of its own; and those that were imported under a name that is there and are not there themselves
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
  // What is certain comes first, so that nothing takes from another what is its own.
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

/** Those of the events that were imported before which a source has canceled. */
export function cancelledAmong<Known extends KnownEvent>(
  cancelled: readonly ReadCancelled[],
  known: readonly Known[],
): Known[] {
  const byName = namesOf(known);
  const byFacts = Map.groupBy(known, ({ said }) => factsOf(said));
  const all = cancelled.flatMap((off) => {
    const said = { ...off, eventDate: off.begin };
    // A calendar may say no more of it than its name.
    const isIt = (one: Known) =>
      off.isSeries || isSameDate(one.said, said)
        ? off.title === "" || isSameTitle(one.said, said)
        : one.uid === off.uid && isTheSame(one, { ...said, title: off.title || one.said.title });
    return [...(byName.get(off.uid)?.filter(isIt) ?? []), ...(byFacts.get(factsOf(said)) ?? [])];
  });
  return [...new Set(all)];
}

/**
 * Whether an event that was imported under a name is the one that has this name now. Of a name that several shared then, it is only what
 * it was; of any other, title or time have stayed, or the title has at least a word in common with the old one.
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

/** The words of a title that say something, in small letters. */
const wordsOf = ({ title }: Said): string[] => title.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? [];

/** A name that several events shared has the beginning of the one that it was given to. */
const isOneOfSeveral = (uid: string): boolean => /#\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z(#\d+)?$/.test(uid);

/** A name that no other event has. */
function freeName({ uid, eventDate }: FittedEvent, isShared: boolean, taken: ReadonlySet<string>): string {
  if (!isShared && !taken.has(uid)) return uid;
  const dated = `${uid}#${eventDate.toISOString()}`;
  let name = dated;
  for (let number = 2; taken.has(name); number++) name = `${dated}#${number}`;
  return name;
}

/** Those that were imported before, by their names, and by the names that their own begin with. */
function namesOf<Known extends KnownEvent>(known: readonly Known[]): Map<string, Known[]> {
  const byName = new Map<string, Known[]>();
  for (const one of known) {
    const parts = one.uid.split("#");
    // A name is followed by a day, a beginning and a number at most.
    for (let count = parts.length; count > Math.max(0, parts.length - 4); count--) {
      const name = parts.slice(0, count).join("#");
      const others = byName.get(name);
      if (others) others.push(one);
      else byName.set(name, [one]);
    }
  }
  return byName;
}
