// The marks of a gate and their result: the server, each device and the organizer's pages come to the same by it.

/** The kinds of marks that this version knows. Pages that were loaded before know fewer: a device says which. */
export const markKinds = [
  "here",
  "undone",
  "walk_in",
  "closed",
  "opened",
  "guardian_asked",
  "guardian_unasked",
  "same_person",
  "two_persons",
] as const;
export type MarkKind = (typeof markKinds)[number];
/** The kinds that every page knows, also one that was loaded before a device said which it knows. */
export const firstKinds: readonly MarkKind[] = ["here", "undone", "walk_in", "closed", "opened"];

/** True for a kind about two walk-ins: that they are one person, or not. */
export const isAboutTwo = (kind: MarkKind): boolean => kind === "same_person" || kind === "two_persons";

/**
 * An entry of the gate's log. `at` is when it was made, by the server's clock as far as that is known; all times are as `toISOString`
 * writes them, so that they can be compared as texts. `seq` is null until the server has it, whose `at` then counts; `device` is the
 * number of the device that made it, and null of an organizer without one. `takesBack` is the mark that was a mistake. `sameAs` is the
 * walk-in who the walk-in `personId` is too.
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
  /** A mark that has been on a phone since before there was this says nothing of it. */
  sameAs?: string | null;
};

/** `since` is when that came to be, and `by` on which device; null of somebody whom nobody marked. */
export type PersonState = { state: "to_come" | "here" | "no_show"; since: string | null; by: number | null };
/** A walk-in. `ids` has every id under which devices added this person, the first of them `id`. */
export type WalkIn = PersonState & { id: string; ids: readonly string[]; name: string; under18: boolean };
/** When a guardian was asked, and on which device that was noted. */
export type Asked = { at: string; by: number | null };

/**
 * The result of a log. `people` has everybody on the roster, by their id; `walkIns` those who came and were not taken off again, as they
 * came. `asked` has the people whose guardian was asked. `aliases` leads from a walk-in who was added twice to the first of the two, and
 * `sames` has the marks that say so, by the id of the first. Of the counts, the first four are of the roster.
 */
export type Merged = {
  people: Map<string, PersonState>;
  walkIns: WalkIn[];
  asked: Map<string, Asked>;
  aliases: Map<string, string>;
  sames: Map<string, Mark[]>;
  isClosed: boolean;
  closedAt: string | null;
  counts: { expected: number; toCome: number; here: number; noShow: number; walkIns: number };
};

const isBefore = (one: Mark, other: Mark): boolean => (one.at === other.at ? one.id < other.id : one.at < other.at);

/** Each mark once, as the server has it where it has it, in the order in which they were made. */
export function inOrder<Kept extends Mark>(marks: readonly Kept[]): Kept[] {
  const byId = new Map<string, Kept>();
  for (const mark of marks) {
    const known = byId.get(mark.id);
    const isBetter = !known || (known.seq === null && (mark.seq !== null || mark.at < known.at));
    if (isBetter) byId.set(mark.id, mark);
  }
  return [...byId.values()].toSorted((one, other) => (isBefore(one, other) ? -1 : 1));
}

/**
 * Merges everything that was marked, in whatever order it became known and however often.
 *
 * The last word about a person counts. Somebody who is not here did not come while the gate is closed: so 'here' beats closing, also
 * when it comes late, and opening it again undoes all of that. A mark that was taken back was never said, and nothing else goes with it:
 * another device's mark of the same person stays. Kinds of marks that this version does not know are ignored.
 */
export function mergeMarks(roster: readonly { id: string }[], marks: readonly Mark[]): Merged {
  const said = inOrder(marks);
  const mistakes = mistakesIn(said);
  const listed = new Set(roster.map(({ id }) => id));
  // The name and the place of a walk-in stay, also where the mark that added them was a mistake and another device says 'here'.
  const arrived = new Map<string, Mark>();
  for (const mark of said) {
    const { kind, personId } = mark;
    const isNew = kind === "walk_in" && personId !== null && !arrived.has(personId) && !listed.has(personId);
    if (isNew) arrived.set(personId, mark);
  }
  const { aliases, sames } = sameIn(
    said.filter(({ id }) => !mistakes.has(id)),
    arrived,
  );

  const lastOf = new Map<string, PersonState>();
  const asked = new Map<string, Asked>();
  let closing: Mark | null = null;
  for (const mark of said) {
    const { id, kind, at, device, takesBack } = mark;
    if (mistakes.has(id) || (takesBack !== null && isTakingBack(kind))) continue;
    const personId = aliases.get(mark.personId ?? "") ?? mark.personId;
    if (kind === "closed") closing ??= mark;
    else if (kind === "opened") closing = null;
    else if (personId === null) continue;
    else if (kind === "guardian_unasked") asked.delete(personId);
    else if (kind === "guardian_asked") asked.set(personId, asked.get(personId) ?? { at, by: device });
    else if (kind === "here" || kind === "walk_in" || kind === "undone") {
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
  for (const [id, { name }] of arrived) {
    const last = lastOf.get(id);
    if (last?.state !== "here" || aliases.has(id)) continue;
    const ids = [id, ...[...aliases].flatMap(([alias, first]) => (first === id ? [alias] : []))];
    const under18 = ids.some((one) => arrived.get(one)?.under18);
    walkIns.push({ ...last, id, ids, name: name ?? "", under18 });
  }
  counts.walkIns = walkIns.length;
  return { people, walkIns, asked, aliases, sames, isClosed: closing !== null, closedAt: closing?.at ?? null, counts };
}

const countOf = { to_come: "toCome", here: "here", no_show: "noShow" } as const;

/** The kinds that take another back, by the kind that they take back. */
const takenBackBy: Readonly<Record<MarkKind, MarkKind>> = {
  here: "undone",
  walk_in: "undone",
  undone: "here",
  closed: "opened",
  opened: "closed",
  guardian_asked: "guardian_unasked",
  guardian_unasked: "guardian_asked",
  same_person: "two_persons",
  two_persons: "same_person",
};

/** The kind of mark that takes one of this kind back. */
export const oppositeOf = (kind: MarkKind): MarkKind => takenBackBy[kind];

/** True for a kind that only ends another: where it names a mark, it says nothing else. Pages of before always name one, or none. */
const isTakingBack = (kind: MarkKind): boolean =>
  kind === "undone" || kind === "opened" || kind === "guardian_unasked" || kind === "two_persons";

/**
 * The ids of marks that were taken back, so that they were never said. A mark says by its id which one it takes back, so no clock decides
 * it; one that was taken back itself takes back nothing. Marks that take each other back in a circle, which no page makes, all count.
 */
function mistakesIn(marks: readonly Mark[]): ReadonlySet<string> {
  const known = new Map(marks.map((mark) => [mark.id, mark]));
  const meantBy = new Map<string, string>();
  const open = new Map<string, number>();
  for (const { id, kind, personId, takesBack } of marks) {
    const meant = takesBack === null ? undefined : known.get(takesBack);
    if (!meant || meant.personId !== personId || takenBackBy[meant.kind] !== kind) continue;
    meantBy.set(id, meant.id);
    open.set(meant.id, (open.get(meant.id) ?? 0) + 1);
  }
  const mistakes = new Set<string>();
  // From those that nothing takes back, each to the one that it names.
  const certain = marks.filter(({ id }) => !open.has(id)).map(({ id }) => id);
  for (const id of certain) {
    const meant = meantBy.get(id);
    if (meant === undefined) continue;
    if (!mistakes.has(id)) mistakes.add(meant);
    const left = (open.get(meant) ?? 0) - 1;
    open.set(meant, left);
    if (left === 0) certain.push(meant);
  }
  return mistakes;
}

/** The walk-ins who are said to be one person: the first of them to arrive stands for all. People of the roster are never one. */
function sameIn(marks: readonly Mark[], arrived: ReadonlyMap<string, Mark>): Pick<Merged, "aliases" | "sames"> {
  const place = new Map([...arrived.keys()].map((id, index) => [id, index]));
  const parents = new Map<string, string>();
  const firstOf = (id: string): string => {
    let first = id;
    for (let next = parents.get(first); next !== undefined; next = parents.get(first)) first = next;
    return first;
  };
  const links: Mark[] = [];
  for (const mark of marks) {
    const { kind, personId, sameAs } = mark;
    if (kind !== "same_person" || !place.has(personId ?? "") || !place.has(sameAs ?? "")) continue;
    links.push(mark);
    const [one, other] = [firstOf(personId ?? ""), firstOf(sameAs ?? "")];
    if (one === other) continue;
    const isOneFirst = (place.get(one) ?? 0) < (place.get(other) ?? 0);
    parents.set(isOneFirst ? other : one, isOneFirst ? one : other);
  }
  const sames = new Map<string, Mark[]>();
  for (const mark of links) {
    const first = firstOf(mark.personId ?? "");
    sames.set(first, [...(sames.get(first) ?? []), mark]);
  }
  return { aliases: new Map([...parents.keys()].map((id) => [id, firstOf(id)])), sames };
}

type Said = "personId" | "name" | "sameAs" | "takesBack";

/** True for a mark that has what its kind needs, and nothing that it must not have. */
export const isWhole = ({
  kind,
  ...said
}: Pick<Mark, "kind"> & { [Key in Said]?: string | null | undefined }): boolean =>
  (kind === "closed" || kind === "opened") === !said.personId &&
  (kind === "walk_in") === Boolean(said.name) &&
  isAboutTwo(kind) === Boolean(said.sameAs) &&
  (!said.sameAs || said.sameAs !== said.personId) &&
  (kind !== "two_persons" || Boolean(said.takesBack));
