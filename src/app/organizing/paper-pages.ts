// How a list becomes sheets of paper that fit on A4 and on Letter: two columns of rows, parties never apart, and lines for walk-ins at
// the end. All lengths are in millimeters, as `paper.css` has them.

const [rowHeight, partyFrame] = [8.6, 3];
/** How high the columns of a sheet are, and what the walk-ins' heading and one of their lines take of that. */
const columnHeight = 211;
const [walkInHead, walkInLine] = [16, 9.4];

/** One sheet: the parties of its two columns, and how many lines for walk-ins stand below each. */
export type PaperPage<Person> = { columns: [Person[][], Person[][]]; walkInLines: number };

const heightOf = (party: readonly unknown[]): number => party.length * rowHeight + (party.length > 1 ? partyFrame : 0);

/** Puts parties into two columns of this height, one after the other; @returns what is left over too */
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

/** The sheets of a list, whose parties stand in the order in which they are to be found. */
export function pagesOf<Person>(parties: readonly Person[][]): PaperPage<Person>[] {
  const people = parties.reduce((sum, party) => sum + party.length, 0);
  // One for three to six who are expected.
  const walkInLines = people <= 60 ? 5 : 10;
  const forLast = columnHeight - walkInHead - walkInLines * walkInLine;
  const pages: PaperPage<Person>[] = [];
  let rest: readonly Person[][] = parties;
  while (fill(rest, forLast).rest.length > 0) {
    const page = fill(rest, columnHeight);
    pages.push({ columns: page.columns, walkInLines: 0 });
    rest = page.rest;
  }
  // Both columns of the last one end at about the same height.
  let height = rest.reduce((sum, party) => sum + heightOf(party), 0) / 2;
  while (fill(rest, height).rest.length > 0) height += rowHeight / 2;
  return [...pages, { columns: fill(rest, height).columns, walkInLines }];
}
