import { describe, expect, it } from "vitest";
import { nextCallIn } from "./sync-pace.ts";

describe("nextCallIn", () => {
  it("is 15 seconds, then doubles after each failure, up to a minute", () => {
    expect([0, 1, 2, 3, 4, 5, 6, 7, 2000].map((failures) => nextCallIn(failures) / 1000)).toEqual([
      15, 2, 4, 8, 16, 32, 60, 60, 60,
    ]);
  });
});
