// Lays a list out on sheets that fit A4 and Letter: two columns of rows, whole parties, and lines for walk-ins at the
// end. All lengths are in millimeters, as in `paper.css`.
import { bareLetters, firstCharacters } from "#domain/rules.ts";
import { perLocale } from "#messages/say.ts";

const [rowHeight, partyFrame] = [8.6, 3];
/** The height of a sheet's columns, and the heights of the walk-in heading and of one walk-in line. */
const columnHeight = 213;
const [walkInHead, walkInLine] = [15, 9.4];

/** A sheet: the parties of its two columns, and the number of walk-in lines below each. */
export type PaperPage<Person> = { columns: [Person[][], Person[][]]; walkInLines: number };

/** A person as the list prints them. */
type Printed = { partyId: string; printed: string };

const collator = perLocale((locale) => new Intl.Collator(locale, { sensitivity: "base", numeric: true }));

/**
 * Groups people into parties, sorted by the printed names, so that the printed order looks right. The registrant comes
 * first in their party, and the party is sorted by their name.
 * @param people each party's people in printing order
 */
export function inPrintedOrder<Person extends Printed>(people: readonly Person[]): Person[][] {
  const parties = new Map<string, Person[]>();
  for (const person of people) parties.set(person.partyId, [...(parties.get(person.partyId) ?? []), person]);
  const nameOf = ([first]: Person[]) => first?.printed ?? "";
  return [...parties.values()].toSorted((one, other) => collator().compare(nameOf(one), nameOf(other)));
}

/** True if some people are printed with the same name; then only their codes tell them apart. */
export const hasNamesakes = (people: readonly Printed[]): boolean =>
  new Set(people.map(({ printed }) => printed)).size < people.length;

/** The range of initials on a sheet, such as A–Ca. */
export type Range = { from: string; to: string };

/**
 * The first letters of the first and last party of each sheet, without accents; null for an empty sheet. If an initial
 * continues on the next sheet, it uses as many letters as tell the two apart: 'A – Ca', 'Ce – F'.
 */
export function rangesOf(pages: readonly PaperPage<Printed>[]): (Range | null)[] {
  const ends = pages.map(({ columns }) => {
    const parties = columns.flat();
    return [parties[0], parties.at(-1)].map((party) => bareLetters(party?.[0]?.printed ?? "")) as [string, string];
  });
  return ends.map(([first, last], at) => {
    const from = beginningOf(first, ends[at - 1]?.[1]);
    const to = beginningOf(last, ends[at + 1]?.[0]);
    return from && to ? { from, to } : null;
  });
}

/** The maximum number of letters used to tell two names apart; namesakes differ in none. */
const beginningMax = 4;

/** The shortest beginning of a name that its neighbor's does not share. */
function beginningOf(name: string, neighbor = ""): string {
  let length = 1;
  while (length < beginningMax && firstCharacters(name, length) === firstCharacters(neighbor, length)) length++;
  const first = firstCharacters(name, 1);
  return first.toUpperCase() + firstCharacters(name, length).slice(first.length);
}

const heightOf = (party: readonly unknown[]): number => party.length * rowHeight + (party.length > 1 ? partyFrame : 0);

/**
 * Puts parties into two columns of this height, filling one after the other.
 * @returns the columns and the parties left over
 */
function fill<Person>(parties: readonly Person[][], height: number) {
  const columns: [Person[][], Person[][]] = [[], []];
  let next = 0;
  for (const column of columns) {
    let left = height;
    for (let party = parties[next]; party && heightOf(party) <= left; party = parties[++next]) {
      column.push(party);
      left -= heightOf(party);
    }
  }
  return { columns, rest: parties.slice(next) };
}

/** The sheets of a list; its parties are sorted already. */
export function pagesOf<Person>(parties: readonly Person[][]): PaperPage<Person>[] {
  const people = parties.reduce((sum, party) => sum + party.length, 0);
  // The number of lines for walk-ins: one for every three to six expected people, but only three if more would need
  // another sheet. A long list fills its last sheet.
  const [least, most] = people <= 60 ? [3, 5] : [10, Infinity];
  const pages: PaperPage<Person>[] = [];
  let rest: readonly Person[][] = parties;
  while (fill(rest, columnHeight - walkInHead - least * walkInLine).rest.length > 0) {
    const page = fill(rest, columnHeight);
    pages.push({ columns: page.columns, walkInLines: 0 });
    rest = page.rest;
  }
  // Both columns of the last sheet end at about the same height.
  let height = rest.reduce((sum, party) => sum + heightOf(party), 0) / 2;
  while (fill(rest, height).rest.length > 0) height += rowHeight / 4;
  const { columns } = fill(rest, height);
  const highest = Math.max(...columns.map((column) => column.reduce((sum, party) => sum + heightOf(party), 0)));
  const room = Math.floor((columnHeight - walkInHead - highest) / walkInLine);
  return [...pages, { columns, walkInLines: Math.min(most, room) }];
}
