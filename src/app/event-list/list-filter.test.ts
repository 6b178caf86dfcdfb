import { describe, expect, it } from "vitest";

import { changedIn, isNarrowed, listAt } from "./list-filter.ts";

const weekend = "from=2026-11-28&to=2026-11-29";
/**
 * Returns the list after a press that changes `before` to `after`, while the list at `asked` has been requested. All
 * are queries.
 */
const change = (asked: string, before: string, after: string) =>
  changedIn(listAt(asked), listAt(before), listAt(after)).replace(/^\/upcoming-events\??/, "");

describe("changedIn", () => {
  it("adds only the new choice to the requested list", () => {
    expect(change(weekend, "", "room=1")).toBe(`${weekend}&room=1`);
    expect(change("", "", "room=1")).toBe("room=1");
  });

  it("removes a cleared choice and keeps later ones", () => {
    expect(change("room=1&search=tree", "room=1", "")).toBe("search=tree");
    expect(change("near=Porto&room=1", "room=1", "room=1&children=1")).toBe("near=Porto&room=1&children=1");
  });

  it("replaces one or several earlier values", () => {
    expect(change("category=cleanup&room=1", "category=cleanup", "category=cleanup&category=food")).toBe(
      "category=cleanup&category=food&room=1",
    );
    expect(change(weekend, "", "from=2026-12-05&to=2026-12-06")).toBe("from=2026-12-05&to=2026-12-06");
  });

  it("goes back to the list's beginning", () => {
    expect(changedIn("/upcoming-events?cursor=abc", "/upcoming-events", "/upcoming-events?room=1")).toBe(
      "/upcoming-events?room=1",
    );
  });
});

describe("isNarrowed", () => {
  it("is true for words and for each choice, and not for an order, a page or an empty field", () => {
    for (const filter of [
      { search: "tree" },
      { near: "Porto" },
      { room: true },
      { box: "1,2,3,4" },
      { from: "2026-11-28" },
    ])
      expect(isNarrowed(filter)).toBe(true);
    for (const filter of [{}, { search: " " }, { order: "distance" }, { cursor: "abc" }, { category: [] }])
      expect(isNarrowed(filter)).toBe(false);
  });
});
