import { describe, expect, it } from "vitest";
import { deedsOf } from "./deeds.ts";

const reported = { title: "Tree day", hiddenAt: null, cause: "report", urgent: false, decision: null } as const;

describe("deedsOf", () => {
  it.each([
    ["puts leaving it alone first for an ordinary report", {}, ["none", "hide", "delete"]],
    ["puts hiding first for an urgent report", { urgent: true }, ["hide", "none", "delete"]],
    ["offers to restore what is hidden", { hiddenAt: "2026-05-12T09:30:00Z", urgent: true }, ["restore", "delete"]],
    ["offers to approve an event held back for its words", { cause: "words" }, ["approve", "delete"]],
    [
      "offers to restore such an event that was hidden in the meantime",
      { cause: "words", hiddenAt: "2026-05-12T09:30:00Z" },
      ["restore", "delete"],
    ],
    ["offers to approve a member's first event", { cause: "first" }, ["approve", "delete"]],
    ["leaves nothing to do for a deleted subject", { title: null }, ["none"]],
    ["offers nothing once it is decided", { decision: "none" }, []],
    ["offers nothing for a subject deleted after the decision", { title: null, decision: "none" }, []],
  ] as const)("%s", (_, review, deeds) => {
    expect(deedsOf({ ...reported, ...review })).toEqual(deeds);
  });
});
