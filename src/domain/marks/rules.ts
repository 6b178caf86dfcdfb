// The marks of a gate and their result, which the server, each device and the organizer's pages all compute in the same
// way.

/**
 * The kinds of marks in this version. Pages loaded earlier know fewer, so each device sends the list of kinds that it
 * knows.
 */
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
/** The kinds that every page knows, including pages from before devices sent their list. */
export const firstKinds: readonly MarkKind[] = ["here", "undone", "walk_in", "closed", "opened"];

/** True for the kinds which say that two walk-ins are one person, or are not. */
export const isAboutTwo = (kind: MarkKind): boolean => kind === "same_person" || kind === "two_persons";

/**
 * An entry of the gate's log. `at` is the time of the mark, by the server's clock once that is known; all times are in
 * the format of `toISOString`, so that they compare as texts. `seq` is null until the server has the mark, and its `at`
 * counts from then on. `device` is the number of the device, or null for an organizer without one. `takesBack` is the
 * mark that was a mistake. `sameAs` is the other walk-in, the same person as `personId`.
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
  /** Missing in marks from phones that are older than this field. */
  sameAs?: string | null;
};

/** `since` is the time at which the state began, and `by` the device that marked it; both are null without a mark. */
export type PersonState = { state: "to_come" | "here" | "no_show"; since: string | null; by: number | null };
/** A walk-in. `ids` has every id under which devices added this person, the first of them `id`. */
export type WalkIn = PersonState & { id: string; ids: readonly string[]; name: string; under18: boolean };
/** The time of the question to a guardian, and the device that recorded it. */
export type Asked = { at: string; by: number | null };

/**
 * The result of a log. `people` has all people on the roster, by their id; `walkIns` has the ones who came and were not
 * removed, in the order of arrival. `asked` has the people whose guardian was asked. `aliases` maps a walk-in who was
 * added twice to the first of the two entries. `sames` has the marks that link them, by the id of the first. The first
 * four counts are of the roster.
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

/** Returns each mark once, the server's copy if there is one, in the order in which they were made. */
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
 * Merges all marks, whatever their order of arrival and however often they arrive.
 *
 * The latest mark of a person counts. While the gate is closed, everyone who is not present is a no-show: so 'here'
 * overrides closing, even if it arrives late, and opening the gate again undoes the closing. An undone mark counts as
 * never made, and does not affect another device's mark of the same person. Unknown kinds of marks are ignored.
 */
export function mergeMarks(roster: readonly { id: string }[], marks: readonly Mark[]): Merged {
  const said = inOrder(marks);
  const mistakes = mistakesIn(said);
  const listed = new Set(roster.map(({ id }) => id));
  // A walk-in keeps their name and position, even if the mark that added them was a mistake and another device has them
  // as present.
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
      // If there are two marks as present, the first time counts.
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

/** The kinds that undo another, by the kind that they undo. */
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

/** The kind of mark that undoes one of this kind. */
export const oppositeOf = (kind: MarkKind): MarkKind => takenBackBy[kind];

/** True for the kinds that can only undo another mark: if such a mark names one, it has no other meaning. */
const isTakingBack = (kind: MarkKind): boolean =>
  kind === "undone" || kind === "opened" || kind === "guardian_unasked" || kind === "two_persons";

/**
 * The ids of undone marks, which count as never made. A mark names the mark that it undoes, so clocks do not matter; an
 * undone mark undoes nothing. Marks that undo each other in a circle, which no page makes, all count.
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
  // Starts with the marks that nothing undoes, and follows each to the mark that it names.
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

/**
 * The walk-ins who are linked as one person: the first to arrive stands for all. People on the roster are never linked.
 */
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

/** True for a mark with everything that its kind needs, and nothing that it must not have. */
export const isWhole = ({
  kind,
  ...said
}: Pick<Mark, "kind"> & { [Key in Said]?: string | null | undefined }): boolean =>
  (kind === "closed" || kind === "opened") === !said.personId &&
  (kind === "walk_in") === Boolean(said.name) &&
  isAboutTwo(kind) === Boolean(said.sameAs) &&
  (!said.sameAs || said.sameAs !== said.personId) &&
  (kind !== "two_persons" || Boolean(said.takesBack));
