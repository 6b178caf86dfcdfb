import { describe, expect, it } from "vitest";
import { positionOf } from "./waitlist-position.ts";

describe("positionOf", () => {
  it("counts people, so that a person behind a party has a position after its last member", () => {
    expect(positionOf({ position: 1, spots: 3 })).toBe("Numbers 1–3 on the waitlist");
    expect(positionOf({ position: 4, spots: 1 })).toBe("Number 4 on the waitlist");
  });
});
