import { describe, expect, it } from "vitest";

import { changedIn, listAt } from "./list-filter.ts";

const weekend = "from=2026-11-28&to=2026-11-29";
/** What a press made of the list at `before`, in the one at `asked`: queries alone. */
const change = (asked: string, before: string, after: string) =>
  changedIn(listAt(asked), listAt(before), listAt(after)).replace(/^\/upcoming-events\??/, "");

describe("changedIn", () => {
  it("adds what was chosen to what is on its way, and nothing else", () => {
    expect(change(weekend, "", "room=1")).toBe(`${weekend}&room=1`);
    expect(change("", "", "room=1")).toBe("room=1");
  });

  it("takes out what was let go of, and keeps what came after", () => {
    expect(change("room=1&search=tree", "room=1", "")).toBe("search=tree");
    expect(change("near=Porto&room=1", "room=1", "room=1&children=1")).toBe("near=Porto&room=1&children=1");
  });

  it("puts values in the place of those before, also where there are several", () => {
    expect(change("category=cleanup&room=1", "category=cleanup", "category=cleanup&category=food")).toBe(
      "category=cleanup&category=food&room=1",
    );
    expect(change(weekend, "", "from=2026-12-05&to=2026-12-06")).toBe("from=2026-12-05&to=2026-12-06");
  });

  it("begins the list anew", () => {
    expect(changedIn("/upcoming-events?cursor=abc", "/upcoming-events", "/upcoming-events?room=1")).toBe(
      "/upcoming-events?room=1",
    );
  });
});
