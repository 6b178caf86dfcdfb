import { describe, expect, it } from "vitest";
import { deedsOf } from "./deeds.ts";

const reported = { title: "Tree day", hiddenAt: null, cause: "report", urgent: false, decision: null } as const;

describe("deedsOf", () => {
  it.each([
    ["leaving alone comes first", {}, ["none", "hide", "delete"]],
    ["but hiding, of what is urgent", { urgent: true }, ["hide", "none", "delete"]],
    ["what is hidden can be shown", { hiddenAt: "2026-05-12T09:30:00Z", urgent: true }, ["restore", "delete"]],
    ["what waits is said yes to", { cause: "words" }, ["approve", "delete"]],
    [
      "but what is hidden meanwhile can be shown",
      { cause: "words", hiddenAt: "2026-05-12T09:30:00Z" },
      ["restore", "delete"],
    ],
    ["also when it is somebody's first", { cause: "first" }, ["approve", "delete"]],
    ["of what is gone nothing is left to do", { title: null }, ["none"]],
    ["nor once it is decided", { decision: "none" }, []],
    ["nor when it is gone then", { title: null, decision: "none" }, []],
  ] as const)("%s", (_, review, deeds) => {
    expect(deedsOf({ ...reported, ...review })).toEqual(deeds);
  });
});
