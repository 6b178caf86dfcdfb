import type { RosterPerson } from "#domain/gates/rules.ts";

import type { Entry } from "./merged.ts";

/** What stands in the list: one person, or a party in its frame. */
export type Group = { key: string; party: { id: string; name: string } | null; entries: Entry[]; letter: string };

const collator = new Intl.Collator("en", { sensitivity: "base", numeric: true });

/**
 * The list, by names: parties at the place of the person who registered, walk-ins at the end. The letter stands at the first group that begins with it.
 * @param isShown who stands in it; a party of whom only one does is no party there
 */
export function groupsOf(
  people: readonly RosterPerson[],
  walkIns: readonly Entry[],
  isShown: (id: string) => boolean,
): Group[] {
  const parties = new Map<string, RosterPerson[]>();
  for (const person of people) parties.set(person.partyId, [...(parties.get(person.partyId) ?? []), person]);
  const sorted = [...parties.values()]
    .map((party) => party.toSorted((one, other) => Number(one.isGuest) - Number(other.isGuest)))
    .toSorted(([one], [other]) => collator.compare(one?.name ?? "", other?.name ?? ""));
  const groups: Group[] = [];
  let last = "";
  for (const party of sorted) {
    const entries: Entry[] = party.filter(({ id }) => isShown(id));
    const [head] = party;
    if (entries.length === 0 || !head) continue;
    const letter = initialOf(entries[0]?.name ?? "");
    groups.push({
      key: head.partyId,
      party: entries.length > 1 ? { id: head.partyId, name: firstNameOf(head.name) } : null,
      entries,
      letter: letter === last ? "" : letter,
    });
    last = letter;
  }
  for (const entry of walkIns) {
    if (isShown(entry.id))
      groups.push({ key: entry.id, party: null, entries: [entry], letter: last === "+" ? "" : "+" });
    last = "+";
  }
  return groups;
}

export const firstNameOf = (name: string): string => name.split(" ")[0] ?? name;

/** The letter under which somebody stands, without its accent: 'Á' stands with 'A'. */
const initialOf = (name: string): string =>
  (/[\p{L}\p{N}]/u.exec(name.normalize("NFD"))?.[0] ?? "").toUpperCase().normalize("NFC");
