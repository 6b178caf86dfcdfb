import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { say } from "#messages/say.ts";
import { kept } from "./rules.ts";

/** Returns the rows of a Markdown table, without the spaces that align its columns. */
const rowsIn = (text: string) =>
  [...text.matchAll(/^\|(.+)\|$/gm)].map(([, row = ""]) => row.split("|").map((cell) => cell.trim()));

describe("the table of stored data", () => {
  it("matches docs/privacy.md row by row", () => {
    const [, , ...rows] = rowsIn(readFileSync("docs/privacy.md", "utf8"));
    const ours = kept.map(({ name, tables, days, endedBy }) => [
      say(`privacy.${name}.what`),
      say(`privacy.${name}.for`),
      say(`privacy.${name}.long`, { count: days ?? 0 }),
      endedBy.map((by) => (by === "people" ? by : `\`${by}\``)).join(", "),
      tables.map((table) => `\`${table}\``).join(", "),
    ]);
    expect(rows).toEqual(ours);
  });

  it("mentions the number of days of every period", () => {
    const silent = kept.filter(({ name, days }) => {
      const sentence = say(`privacy.${name}.long`, { count: days ?? 0 });
      return days !== null && !sentence.includes(`${days} days`);
    });
    expect(silent).toEqual([]);
  });
});
