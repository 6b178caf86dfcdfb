import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { picturesOf } from "./pictures-in-mail.ts";

describe("picturesOf", () => {
  it("shows the people in a drawing from head to foot", async () => {
    const [, drawing] = await picturesOf({ drawing: { scene: "cleanup-2", alt: "" } });
    const colorAt = async (left: number, top: number) =>
      Array.from(
        await sharp(drawing?.content).removeAlpha().extract({ left, top, width: 1, height: 1 }).raw().toBuffer(),
      );
    // A red cap of a person in the boat, and the brown of its hull.
    const [cap, hull] = [await colorAt(492, 98), await colorAt(560, 320)];
    expect(cap[0]).toBeGreaterThan(180);
    expect(cap[2]).toBeLessThan(110);
    expect(hull[0]).toBeGreaterThan(hull[2] ?? NaN);
  });
});
