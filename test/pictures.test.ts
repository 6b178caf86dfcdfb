import { describe, expect, it } from "vitest";
import { drawsWith, whyNotCompared } from "./pictures/made-with.ts";

const kept = { browser: "Chromium 156.0", fonts: "0123456789abcdef" };

describe("whyNotCompared", () => {
  it("names the differences from this machine, or none on an equal one", () => {
    expect(whyNotCompared(kept, { ...kept })).toBeNull();
    expect(whyNotCompared(null, kept)).toMatch(/^nothing says what the pictures were made with: .*npm run pictures/);
    expect(whyNotCompared(kept, { ...kept, browser: "Chromium 157.0" })).toMatch(
      /^they were made with Chromium 156\.0, and this is Chromium 157\.0: /,
    );
    expect(whyNotCompared(kept, { ...kept, fonts: "fedcba9876543210" })).toMatch(/^they were made with other fonts: /);
  });
});

describe("drawsWith", () => {
  it("returns the same value twice on one machine", () => {
    expect(drawsWith()).toEqual(drawsWith());
  });
});
