import { expect, it } from "vitest";
import { rosterName } from "#domain/gates/rules.ts";
import { hasNamesakes, inPrintedOrder, pagesOf, rangesOf } from "./paper-pages.ts";

const crowd = (sizes: readonly number[]) =>
  sizes.map((size, party) => Array.from({ length: size }, (_, at) => `${party}.${at}`));
const singly = (count: number) => Array.from({ length: count }, () => 1);
const read = (pages: ReturnType<typeof pagesOf<string>>) => pages.flatMap(({ columns }) => columns.flat(2));

it("lists everyone once and in order, keeps parties whole, and has walk-in lines only at the end", () => {
  // In the last case, 31 people in parties make one column higher than the other.
  for (const parties of [[], [1], [6], singly(31), [4, 1, 1, 2, ...singly(6), 3, ...singly(14)]]) {
    const pages = pagesOf(crowd(parties));
    expect(pages).toHaveLength(1);
    expect(pages[0]?.walkInLines).toBe(5);
    expect(read(pages)).toEqual(crowd(parties).flat());
  }
  // Fewer lines are better than another sheet that has only lines.
  expect(pagesOf(crowd(singly(38))).map(({ walkInLines }) => walkInLines)).toEqual([3]);
  const sizes = Array.from({ length: 120 }, (_, at) => 1 + (at % 6 === 5 ? 5 : at % 3));
  const pages = pagesOf(crowd(sizes));
  expect(read(pages)).toEqual(crowd(sizes).flat());
  expect(pages.length).toBeGreaterThan(5);
  expect(pages.map(({ walkInLines }) => walkInLines > 0)).toEqual(pages.map((_, at) => at === pages.length - 1));
  for (const { columns } of pages) {
    for (const column of columns) expect(column.flat().length).toBeLessThanOrEqual(24);
  }
});

it("fills the last sheet of a long list with walk-in lines, but not the single sheet of a short one", () => {
  const last = pagesOf(crowd(singly(300))).at(-1);
  const highest = Math.max(...(last?.columns ?? []).map(({ length }) => length));
  expect(last?.walkInLines).toBe(Math.floor((213 - 15 - highest * 8.6) / 9.4));
  expect(last?.walkInLines).toBeGreaterThan(10);
  expect(pagesOf(crowd(singly(4)))[0]?.walkInLines).toBe(5);
});

it("ends both columns of the last sheet at about the same height", () => {
  const [page] = pagesOf(crowd(Array.from({ length: 20 }, () => 1)));
  expect(page?.columns.map(({ length }) => length)).toEqual([10, 10]);
});

/** People in the server's order. A plus joins the names of one party. */
const printedOf = (names: readonly string[]) =>
  names.flatMap((party, at) => party.split("+").map((name) => ({ partyId: String(at), printed: rosterName(name) })));

it("sorts by the printed name, ignoring accents and capitals, and keeps guests with their registrant", () => {
  const parties = inPrintedOrder(
    printedOf([
      "Ana Costa",
      "Ana Maria Abreu",
      "Zoë Prell",
      "Érica Maia+Abel",
      "Eva Nunes",
      "فاطمة بدر",
      "bruno Sá",
      "Álvaro Dias",
    ]),
  );
  const [ana, costa, bruno] = ["Ana A.", "Ana C.", "bruno S."];
  expect(parties.map((party) => party.map(({ printed }) => printed).join("+"))).toEqual([
    "Álvaro D.",
    ana,
    costa,
    bruno,
    "Érica M.+Abel",
    "Eva N.",
    "Zoë P.",
    "فاطمة ب.",
  ]);
});

it("gives the range of initials on a sheet", () => {
  const names = ["Érica Maia+Zacarias", "Eva Nunes+Álvaro", "Zoë Prell", "فاطمة بدر"];
  const [all] = pagesOf(inPrintedOrder(printedOf(names)));
  const [latin] = pagesOf(inPrintedOrder(printedOf(names.slice(0, 2))));
  const [nobody] = pagesOf(inPrintedOrder(printedOf([])));
  expect([all, latin, nobody].flatMap((page) => (page ? rangesOf([page]) : []))).toEqual([
    { from: "E", to: "ف" },
    { from: "E", to: "E" },
    null,
  ]);
});

/** A sheet with these people, each a party of one. */
const sheet = (...names: string[]) => {
  const middle = Math.ceil(names.length / 2);
  const parties = inPrintedOrder(printedOf(names));
  return { columns: [parties.slice(0, middle), parties.slice(middle)] as never, walkInLines: 0 };
};

const rangesFor = (...sheets: string[][]) =>
  rangesOf(sheets.map((names) => sheet(...names))).map((range) => `${range?.from}-${range?.to}`);

it("uses as few letters as needed to tell two sheets apart that share an initial", () => {
  expect(rangesFor(["Ana", "Bo"], ["Carla", "Eva"])).toEqual(["A-B", "C-E"]);
  expect(rangesFor(["Ana", "Çamila"], ["Cedric", "Eva"], ["Evita"])).toEqual(["A-Ca", "Ce-Eva", "Evi-E"]);
  // Namesakes are on both sheets, where more letters would not help.
  expect(rangesFor(["Ana", "Marianne"], ["Marianne", "Zoe"])).toEqual(["A-Mari", "Mari-Z"]);
});

it("finds people printed with the same name, whatever their full names are", () => {
  expect(hasNamesakes(printedOf(["Ana Ribeiro", "Ana Rocha", "Bo Lund"]))).toBe(true);
  expect(hasNamesakes(printedOf(["Ana Ribeiro", "Ana Costa", "Bo Lund"]))).toBe(false);
});
