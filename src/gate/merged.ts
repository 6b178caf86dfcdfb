import { rosterName, type RosterPerson } from "#domain/gates/rules.ts";
import { type Asked, inOrder, type Merged, mergeMarks, oppositeOf, type PersonState } from "#domain/marks/rules.ts";

import type { Deed, KeptMark } from "./gate-state.ts";

/** A person in the list: of the roster, or a walk-in, who has no code and no party. */
export type Entry = Pick<RosterPerson, "id" | "name" | "under18" | "guardian"> & {
  code: string | null;
  partyId: string | null;
};

/**
 * The people at the event according to the log: the state of each person, walk-ins included, and the names of all
 * walk-ins so far. `listed` are the walk-ins in the list; of two merged ones, the first. An unchanged state is the same
 * object as before, so that a list re-renders only changes.
 */
export type Present = Merged & {
  states: ReadonlyMap<string, PersonState>;
  arrivals: ReadonlyMap<string, Entry>;
  listed: ReadonlyMap<string, Entry>;
  /** The device that added each walk-in. */
  addedOn: ReadonlyMap<string, number | null>;
};

export function presentIn(people: readonly RosterPerson[], marks: readonly KeptMark[], before?: Present): Present {
  const counted = marks.filter(({ status }) => status !== "refused");
  const merged = mergeMarks(people, counted);
  const states = new Map<string, PersonState>();
  const add = (id: string, state: PersonState) => {
    const old = before?.states.get(id);
    states.set(id, old && isSame(old, state) ? old : state);
  };
  for (const [id, state] of merged.people) add(id, state);
  for (const { id, state, since, by } of merged.walkIns) add(id, { state, since, by });
  const asked = new Map(Array.from(merged.asked, ([id, one]) => [id, sameAs(before?.asked.get(id), one)]));
  const arrivals = arrivalsIn(counted, before?.arrivals);
  const isAsBefore = before?.arrivals === arrivals && areAlike(before.aliases, merged.aliases);
  const listed = isAsBefore ? before.listed : listedIn(arrivals, merged);
  const added = counted.filter(({ kind }) => kind === "walk_in");
  const addedOn = new Map(added.map(({ personId, device }) => [personId ?? "", device]));
  return { ...merged, asked, states, arrivals, listed, addedOn };
}

const isSame = (one: PersonState, other: PersonState) =>
  one.state === other.state && one.since === other.since && one.by === other.by;

const sameAs = (one: Asked | undefined, other: Asked): Asked =>
  one?.at === other.at && one.by === other.by ? one : other;

const areAlike = (one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): boolean =>
  one.size === other.size && [...one].every(([id, first]) => other.get(id) === first);

/**
 * Walk-ins by the time they became known; new ones are added below, so that no row moves under a finger. The same
 * object as before if no walk-in was added or renamed, so that the keys, made from names, stay.
 */
function arrivalsIn(
  marks: readonly KeptMark[],
  before: ReadonlyMap<string, Entry> = new Map(),
): ReadonlyMap<string, Entry> {
  const added = marks.filter(
    ({ kind, personId, name }) => kind === "walk_in" && personId !== null && before.get(personId)?.name !== name,
  );
  if (added.length === 0) return before;
  const arrivals = new Map(before);
  for (const { personId, name, under18 } of inOrder(added)) {
    const id = personId ?? "";
    arrivals.set(id, { id, name: name ?? "", under18, guardian: under18 ? "ask" : null, code: null, partyId: null });
  }
  return arrivals;
}

/** The walk-ins in the list: of two merged ones the first, under 18 if either phone says so. */
function listedIn(arrivals: ReadonlyMap<string, Entry>, { aliases }: Merged): Map<string, Entry> {
  const minors = new Set([...aliases].flatMap(([id, first]) => (arrivals.get(id)?.under18 ? [first] : [])));
  const first = [...arrivals].filter(([id]) => !aliases.has(id));
  return new Map(
    first.map(([id, entry]) => [id, minors.has(id) ? { ...entry, under18: true, guardian: "ask" as const } : entry]),
  );
}

/** The state of a person without marks. */
export const untouched: PersonState = { state: "to_come", since: null, by: null };

export const stateOf = ({ states, aliases }: Present, id: string): PersonState =>
  states.get(aliases.get(id) ?? id) ?? untouched;

/** True if a mark still holds: another device may have contradicted it since. */
export function isSoYet(present: Present, mark: Pick<KeptMark, "kind" | "personId" | "sameAs">): boolean {
  const { kind, personId } = mark;
  const id = present.aliases.get(personId ?? "") ?? personId ?? "";
  switch (kind) {
    case "closed":
    case "opened":
      return present.isClosed === (kind === "closed");
    case "guardian_asked":
    case "guardian_unasked":
      return present.asked.has(id) === (kind === "guardian_asked");
    case "same_person":
    case "two_persons": {
      const other = present.aliases.get(mark.sameAs ?? "") ?? mark.sameAs;
      return (id === other) === (kind === "same_person");
    }
    default:
      return (stateOf(present, id).state === "here") === (kind !== "undone");
  }
}

/**
 * The action that undoes a person's presence, or the note that a guardian was asked. If this phone knows only its own
 * mark, it declares that mark a mistake, so that another phone's mark that arrives later stays valid. Otherwise this
 * action overrides all earlier marks.
 */
export function takingOff(
  what: "here" | "guardian_asked",
  id: string,
  { people, marks, present }: { people: readonly RosterPerson[]; marks: readonly KeptMark[]; present: Present },
): Deed {
  const kind = oppositeOf(what);
  const counted = marks.filter(({ status }) => status !== "refused");
  const isMeant = (mark: KeptMark) =>
    mark.press !== null &&
    oppositeOf(mark.kind) === kind &&
    (present.aliases.get(mark.personId ?? "") ?? mark.personId) === id;
  const own = inOrder(counted).findLast(isMeant);
  const lastWord = { kind, personId: id };
  if (!own) return lastWord;
  const without = mergeMarks(people, [...counted, { ...own, id: "taking off", kind, seq: null, takesBack: own.id }]);
  const stays =
    what === "guardian_asked"
      ? without.asked.has(id)
      : without.people.get(id)?.state === "here" || without.walkIns.some((one) => one.ids.includes(id));
  return stays ? lastWord : { kind, personId: own.personId ?? id, takesBack: own.id };
}

/** A walk-in who is here and was added earlier on another phone under the same name; undefined if there is none. */
export function namesakeBefore(present: Present, id: string): Entry | undefined {
  const nameOf = (one: Entry | undefined) =>
    rosterName(one?.name ?? "")
      .normalize("NFKC")
      .toLowerCase();
  const name = nameOf(present.listed.get(id));
  const here = present.walkIns.map((one) => one.id);
  if (name === "" || !here.includes(id)) return undefined;
  const earlier = here.slice(0, here.indexOf(id)).find((other) => {
    const isElsewhere = present.addedOn.get(other) !== present.addedOn.get(id);
    const known = nameOf(present.listed.get(other));
    // One phone may have been given only the first name.
    return isElsewhere && (known === name || known.split(" ")[0] === name || known === name.split(" ")[0]);
  });
  return earlier === undefined ? undefined : present.listed.get(earlier);
}
