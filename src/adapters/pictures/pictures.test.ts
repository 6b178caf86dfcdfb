import { describe, expect, it } from "vitest";
import { createPictureMaker } from "./pictures.ts";

const words = {
  eventType: "cleanup",
  eventTypeLabel: "Clean up Drive",
  title: "Beach Cleanup in São Paulo",
  when: "Sat, Nov 28, 2026\n9:30 – 11:30 AM Sao Paulo time",
  place: "Praça Roosevelt, São Paulo",
};
const pictures = createPictureMaker();

/** Width and height, which stand in a PNG's first chunk. */
const sizeOf = (png: Uint8Array) => {
  const view = new DataView(png.buffer, png.byteOffset);
  return [view.getUint32(16), view.getUint32(20)];
};

describe("drawEvent", () => {
  it("draws a PNG of 1200 to 630, which differs with the words", { timeout: 30_000 }, async () => {
    const picture = await pictures.drawEvent(words);
    expect([...picture.subarray(1, 4)]).toEqual([0x50, 0x4e, 0x47]);
    expect(sizeOf(picture)).toEqual([1200, 630]);
    const other = await pictures.drawEvent({ ...words, title: "Beach Cleanup in Łódź" });
    expect(Buffer.from(other).equals(picture)).toBe(false);
  });

  it("shows the scene without words where a letter has no font, never boxes", { timeout: 30_000 }, async () => {
    const bengali = await pictures.drawEvent({ ...words, title: "নদীর পাড় পরিষ্কার" });
    const emoji = await pictures.drawEvent({ ...words, title: "Beach 🌊" });
    expect(Buffer.from(bengali).equals(emoji)).toBe(true);
    expect(sizeOf(bengali)).toEqual([1200, 630]);
  });

  it("draws the same words once, and survives words that it cannot draw", { timeout: 30_000 }, async () => {
    const [one, two] = await Promise.all([pictures.drawEvent(words), pictures.drawEvent(words)]);
    expect(one).toBe(two);
    await expect(pictures.drawEvent({ ...words, eventType: "no such type" })).rejects.toThrow("could not be drawn");
    expect(sizeOf(await pictures.drawEvent({ ...words, title: "Still here" }))).toEqual([1200, 630]);
  });
});
