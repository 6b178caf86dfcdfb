import { expect, it } from "vitest";
import { pagesOf } from "./paper-pages.ts";

const crowd = (sizes: readonly number[]) =>
  sizes.map((size, party) => Array.from({ length: size }, (_, at) => `${party}.${at}`));
const read = (pages: ReturnType<typeof pagesOf<string>>) => pages.flatMap(({ columns }) => columns.flat(2));

it("has everybody once and in order, parties whole, and room for walk-ins at the end alone", () => {
  for (const parties of [[], [1], [6], crowd(Array.from({ length: 31 }, () => 1)).map(({ length }) => length)]) {
    const pages = pagesOf(crowd(parties));
    expect(pages).toHaveLength(1);
    expect(pages[0]?.walkInLines).toBe(5);
    expect(read(pages)).toEqual(crowd(parties).flat());
  }
  const sizes = Array.from({ length: 120 }, (_, at) => 1 + (at % 6 === 5 ? 5 : at % 3));
  const pages = pagesOf(crowd(sizes));
  expect(read(pages)).toEqual(crowd(sizes).flat());
  expect(pages.length).toBeGreaterThan(5);
  expect(pages.map(({ walkInLines }) => walkInLines > 0)).toEqual(pages.map((_, at) => at === pages.length - 1));
  for (const { columns } of pages) {
    for (const column of columns) expect(column.flat().length).toBeLessThanOrEqual(24);
  }
});

it("ends both columns of the last sheet at about the same height", () => {
  const [page] = pagesOf(crowd(Array.from({ length: 20 }, () => 1)));
  expect(page?.columns.map(({ length }) => length)).toEqual([10, 10]);
});
