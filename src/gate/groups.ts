import type { RosterPerson } from "#domain/gates/rules.ts";

import { perLocale } from "#messages/say.ts";
import type { Entry } from "./merged.ts";
import { spellingOf } from "./speller.ts";

/** An entry of the list: one person, or a party. `people` are all its members, `entries` those shown. */
export type Group = { key: string; party: GroupParty | null; entries: Entry[]; letter: string };
export type GroupParty = { name: string; people: readonly Entry[] };

const collator = perLocale((locale) => new Intl.Collator(locale, { sensitivity: "base", numeric: true }));

/**
 * The list by name: parties at their registrant's place, walk-ins at the end. Each party shows its initial, because
 * guests' names do not tell its place; among single people, the first of each letter shows it. If only one person of a
 * party is shown, they are listed under their own name.
 * @param isShown whether a person is in the list; a party with a single one is not shown as a party
 */
export function groupsOf(
  people: readonly RosterPerson[],
  walkIns: readonly Entry[],
  isShown: (id: string) => boolean,
): Group[] {
  const parties = partiesIn(people);
  const names = partyNamesIn(people);
  const sorted = [...parties.values()]
    .flatMap((all) => {
      const party = all.toSorted((one, other) => Number(one.isGuest) - Number(other.isGuest));
      const entries: Entry[] = party.filter(({ id }) => isShown(id));
      const first = entries.length > 1 ? party[0] : entries[0];
      return first ? [{ party, entries, name: first.name, initial: initialOf(first.name) }] : [];
    })
    .toSorted(
      (one, other) => collator().compare(one.initial, other.initial) || collator().compare(one.name, other.name),
    );
  const groups: Group[] = [];
  let last = "";
  for (const { party, entries, name, initial } of sorted) {
    const key = party[0]?.partyId ?? "";
    groups.push({
      key,
      party: entries.length > 1 ? { name: names.get(key) ?? name, people: party } : null,
      entries,
      letter: entries.length > 1 || initial !== last ? initial : "",
    });
    last = initial;
  }
  for (const entry of walkIns) {
    if (isShown(entry.id))
      groups.push({ key: entry.id, party: null, entries: [entry], letter: last === "+" ? "" : "+" });
    last = "+";
  }
  return groups;
}

/** Groups people by party. Older phones have no `Map.groupBy`. */
function partiesIn(people: readonly RosterPerson[]): Map<string, RosterPerson[]> {
  const parties = new Map<string, RosterPerson[]>();
  for (const person of people) parties.set(person.partyId, [...(parties.get(person.partyId) ?? []), person]);
  return parties;
}

/**
 * Found people in the order of the search, each with the whole party: the guests of a person found by name or code come
 * too, so that no child is left behind. Found people come first.
 */
export function groupsFound(people: readonly RosterPerson[], found: readonly Entry[]): Group[] {
  const names = partyNamesIn(people);
  const foundIds = new Set(found.map(({ id }) => id));
  const parties = partiesIn(people);
  const groups = new Map<string, Group>();
  for (const entry of found) {
    const key = entry.partyId ?? entry.id;
    const party = parties.get(key) ?? [];
    const place = ({ id, isGuest }: RosterPerson) => (foundIds.has(id) ? 0 : 2) + Number(isGuest);
    const all = party.toSorted((one, other) => place(one) - place(other));
    const isParty = all.length > 1;
    if (!groups.has(key))
      groups.set(key, {
        key,
        party: isParty ? { name: names.get(key) ?? entry.name, people: all } : null,
        entries: isParty ? all : [entry],
        letter: "",
      });
  }
  return [...groups.values()];
}

/** The registrant of each party that has guests. */
function headsIn(people: readonly RosterPerson[]): Map<string, RosterPerson> {
  const led = new Set(people.filter(({ isGuest }) => isGuest).map(({ partyId }) => partyId));
  return new Map(
    people.filter(({ isGuest, partyId }) => !isGuest && led.has(partyId)).map((head) => [head.partyId, head]),
  );
}

/** The names of parties: a first name, with the last name's initial if another party has the same. */
export function partyNamesIn(people: readonly RosterPerson[]): Map<string, string> {
  const heads = headsIn(people);
  const known = new Map<string, number>();
  for (const { name } of heads.values()) known.set(firstNameOf(name), (known.get(firstNameOf(name)) ?? 0) + 1);
  return new Map(
    [...heads].map(([partyId, { name }]) => [partyId, known.get(firstNameOf(name)) === 1 ? firstNameOf(name) : name]),
  );
}

/** The registrant's name by guest id, which distinguishes guests with the same name. Registrants have no entry. */
export function companyIn(people: readonly RosterPerson[]): Map<string, string> {
  const heads = headsIn(people);
  return new Map(
    people.flatMap(({ id, partyId, isGuest }) => {
      const head = heads.get(partyId);
      return isGuest && head ? [[id, head.name] as const] : [];
    }),
  );
}

const firstNameOf = (name: string): string => name.split(" ")[0] ?? name;

/** The initial of a name as the keys have it: 'Á' counts as 'A', and so does 'Æ'. */
const initialOf = (name: string): string => {
  const first = /[\p{L}\p{N}]/u.exec(name.normalize("NFD"))?.[0] ?? "";
  return Array.from(spellingOf(first))[0] ?? "";
};
