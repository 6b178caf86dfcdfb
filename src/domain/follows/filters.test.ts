import { assert, constant, constantFrom, property, record } from "fast-check";
import { describe, expect, it } from "vitest";
import { eventTypes, queryOf } from "../events/rules.ts";
import { filterIn, nameOfFilter } from "./filters.ts";

describe("a followed filter", () => {
  it("has one text for any order of its parts, and can be read back", () => {
    const query = record(
      {
        search: constantFrom("river", "a & b", "é", "  two words "),
        category: constantFrom("all", ...eventTypes),
        from: constantFrom("2030-05-01", "2030-05-02"),
        to: constantFrom("2030-05-02", "2030-06-01"),
        limit: constant("5"),
        when: constant("past"),
      },
      { requiredKeys: [] },
    ).map((given) => Object.entries(given));
    assert(
      property(query, (given) => {
        const [one, other] = [given, given.toReversed()].map((pairs) =>
          filterIn(new URLSearchParams(pairs).toString()),
        );
        const kept = queryOf(one!);
        expect(queryOf(other!)).toBe(kept);
        expect(filterIn(kept)).toEqual(one);
        expect(kept).not.toMatch(/limit|when|order|=all|=$/);
      }),
      { numRuns: 50 },
    );
  });

  it("is null for an unknown filter", () => {
    expect(filterIn("category=kayak")).toBeNull();
    expect(filterIn("from=2030-05-02&to=2030-05-01")).toBeNull();
    expect(filterIn("")).not.toBeNull();
  });

  it("can be expressed in words", () => {
    expect(words("")).toBe("Events everywhere");
    expect(words("search=river&category=cleanup&to=2030-05-02")).toBe(
      "Events that say “river” in Clean up Drive until Thu, May 2, 2030",
    );
    expect(words("from=2030-05-02&to=2030-05-02&room=1")).toBe("Events on Thu, May 2, 2030, with room");
  });
});

const words = (query: string) => nameOfFilter(filterIn(query));
