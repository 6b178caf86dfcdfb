import { inOrder, type Merged, mergeMarks, type PersonState, type RosterPerson } from "#domain/gates/rules.ts";

import type { KeptMark } from "./gate-state.ts";

/** Somebody in the list: of the roster, or a walk-in, without code and party. */
export type Entry = Pick<RosterPerson, "id" | "name" | "under18" | "guardian"> & {
  code: string | null;
  partyId: string | null;
};

/**
 * Who is here: what the log comes to, the state of each person, walk-ins too, and the names of all who ever were walk-ins here. A state
 * that has not changed is the same object as before, so that a list draws again only what has.
 */
export type Present = Merged & { states: ReadonlyMap<string, PersonState>; arrivals: ReadonlyMap<string, Entry> };

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
  return { ...merged, states, arrivals: arrivalsIn(counted, before?.arrivals) };
}

const isSame = (one: PersonState, other: PersonState) =>
  one.state === other.state && one.since === other.since && one.by === other.by;

/**
 * Walk-ins by the moment at which they came; later ones stand below, so that no row moves under a finger. The same object as before where nobody has
 * come or has another name: the keys, which are made of the names, stay.
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

/** Who has not been marked yet. */
export const untouched: PersonState = { state: "to_come", since: null, by: null };

export const stateOf = (present: Present, id: string): PersonState => present.states.get(id) ?? untouched;

/** Whether what a mark said is so yet: another device may have said something else since. */
export function isSoYet(present: Present, { kind, personId }: Pick<KeptMark, "kind" | "personId">): boolean {
  if (kind === "closed" || kind === "opened") return present.isClosed === (kind === "closed");
  return (stateOf(present, personId ?? "").state === "here") === (kind !== "undone");
}
