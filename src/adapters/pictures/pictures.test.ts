import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { describe, expect, it, vi } from "vitest";
import { createPictureMaker } from "./pictures.ts";

const words = {
  eventType: "cleanup",
  eventTypeLabel: "Clean up Drive",
  title: "Beach Cleanup in São Paulo",
  when: "Sat, Nov 28, 2026\n9:30 – 11:30 AM Sao Paulo time",
  place: "Praça Roosevelt, São Paulo",
  photo: null,
};
const pictures = createPictureMaker();
const none = async () => null;
const draw = (wishes: Partial<typeof words> = {}) => pictures.drawEvent({ ...words, ...wishes }, none);

/** The width and height in a PNG's first chunk. */
const sizeOf = (png: Uint8Array) => {
  const view = new DataView(png.buffer, png.byteOffset);
  return [view.getUint32(16), view.getUint32(20)];
};

/** The extent of the ink in the title's lines, in pixels from the left. */
async function titleIn(png: Uint8Array): Promise<{ first: number; last: number } | null> {
  const area = { left: 0, top: 100, width: 640, height: 280 };
  const { data, info } = await sharp(png).extract(area).greyscale().raw().toBuffer({ resolveWithObject: true });
  const dark = [...data.keys()].filter((at) => (data[at] ?? 255) < 100).map((at) => at % info.width);
  return dark.length > 0 ? { first: Math.min(...dark), last: dark.reduce((a, b) => Math.max(a, b)) } : null;
}

/** The color in the middle of the frame beside the words, as red, green and blue in sixteenths. */
const colorOf = async (photo: string, content: Uint8Array | null) => {
  const picture = await pictures.drawEvent({ ...words, photo }, async () => content);
  const { data } = await sharp(picture)
    .extract({ left: 900, top: 300, width: 1, height: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return [...data].map((value) => Math.round(value / 16));
};

const isLinux = process.platform === "linux";

/** The processes that draw with fonts in a folder, according to Linux. */
const drawingInto = (folder: string): number[] =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && commandOf(name).includes(folder))
    .map(Number);

/** Empty for a process that has just ended. */
function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
}

describe("drawEvent", () => {
  it("draws a PNG of 1200 to 630 that depends on the words", async () => {
    const picture = await draw();
    expect([...picture.subarray(1, 4)]).toEqual([0x50, 0x4e, 0x47]);
    expect(sizeOf(picture)).toEqual([1200, 630]);
    const other = await draw({ title: "Beach Cleanup in Łódź" });
    expect(Buffer.from(other).equals(picture)).toBe(false);
    expect(await titleIn(picture)).toMatchObject({ first: expect.closeTo(58, -1) });
  });

  it.each([
    ["Arabic", "تنظيف الشاطئ", "تنظيف النهر"],
    ["Hebrew", "ניקוי החוף", "ניקוי הנהר"],
    ["Bengali", "নদীর পাড় পরিষ্কার", "নদীর পাড় পরিষ্কারা"],
    ["Devanagari", "नदी की सफ़ाई", "नदी की सफ़ाईक"],
    ["Cyrillic", "Посадка деревьев", "Посадка дерева"],
    ["Greek", "Καθαρισμός ακτής", "Καθαρισμός όχθης"],
    ["Vietnamese", "Dọn sạch bãi biển", "Dọn sạch bãi biện"],
    ["an emoji", "Beach 🌊", "Beach 🌳"],
  ])("draws a title with letters of %s, different from another title's", async (_script, title, other) => {
    const picture = await draw({ title });
    expect(await titleIn(picture)).not.toBeNull();
    expect(Buffer.from(await draw({ title: other })).equals(picture)).toBe(false);
  });

  it("aligns a title to the side where its script begins", async () => {
    const [english, arabic, hebrew] = [
      await draw({ title: "Sea" }),
      await draw({ title: "بحر" }),
      await draw({ title: "ים" }),
    ];
    expect((await titleIn(english))?.last).toBeLessThan(300);
    for (const picture of [arabic, hebrew]) {
      expect((await titleIn(picture))?.first).toBeGreaterThan(400);
      expect((await titleIn(picture))?.last).toBeLessThanOrEqual(585);
    }
  });

  it("leaves out a line with a letter that has no font, draws no boxes, and keeps other lines", async () => {
    const picture = await draw({ title: "海岸清掃" });
    expect(await titleIn(picture)).toBeNull();
    expect(Buffer.from(await draw({ title: "Beach 海" })).equals(picture)).toBe(true);
    expect(Buffer.from(await draw({ title: "海岸清掃", place: "Inani" })).equals(picture)).toBe(false);
  });

  it("keeps long words and markup inside their column", async () => {
    for (const title of ["W".repeat(50), "<b>&amp;</b> <span size='99pt'>", "لا".repeat(25)]) {
      const picture = await draw({ title, place: "A very long place ".repeat(11) });
      const { first = 0, last = 0 } = (await titleIn(picture)) ?? {};
      expect([first >= 55, last <= 585]).toEqual([true, true]);
    }
  });

  it("shows the event's photo, or its type's scene if the photo is unreadable", async () => {
    const red = await sharp({ create: { width: 300, height: 300, channels: 3, background: "#ff0000" } })
      .webp()
      .toBuffer();
    expect(await colorOf("/pictures/red.webp", red)).toEqual([16, 0, 0]);
    const scene = await colorOf("/pictures/gone.webp", null);
    expect(scene).not.toEqual([16, 0, 0]);
    expect(await colorOf("/pictures/broken.webp", red.subarray(0, 20))).toEqual(scene);
  });

  it("draws the same words once, and goes on after words that it cannot draw", async () => {
    const [one, two] = await Promise.all([draw(), draw()]);
    expect(one).toBe(two);
    await expect(draw({ eventType: "no such type" })).rejects.toThrow("could not be drawn");
    expect(sizeOf(await draw({ title: "Still here" }))).toEqual([1200, 630]);
  });

  it.runIf(isLinux)("draws in a process that ends after a while without requests, and then in a new one", async () => {
    const folder = mkdtempSync(join(tmpdir(), "goodturn-fonts-"));
    const own = createPictureMaker(folder, { idleFor: 200 });
    await own.drawEvent(words, none);
    const [first] = drawingInto(folder);
    expect(first).toBeDefined();
    await vi.waitUntil(() => drawingInto(folder).length === 0, { timeout: 30_000 });

    expect(sizeOf(await own.drawEvent({ ...words, title: "Later" }, none))).toEqual([1200, 630]);
    expect(drawingInto(folder)).not.toContain(first);
    await vi.waitUntil(() => drawingInto(folder).length === 0, { timeout: 30_000 });
    rmSync(folder, { recursive: true });
  });

  it.runIf(isLinux)(
    "refuses pending orders when its process is killed, and draws later ones in a new process",
    async () => {
      const folder = mkdtempSync(join(tmpdir(), "goodturn-fonts-"));
      const own = createPictureMaker(folder);
      await own.drawEvent(words, none);
      const [child] = drawingInto(folder);
      const { promise: photo, resolve } = Promise.withResolvers<null>();
      const ordered = own.drawEvent({ ...words, title: "In between" }, () => photo);
      process.kill(child!, "SIGKILL");
      await vi.waitUntil(() => drawingInto(folder).length === 0, { timeout: 30_000 });
      resolve(null);
      await expect(ordered).rejects.toThrow("has ended");

      expect(sizeOf(await own.drawEvent({ ...words, title: "Still here" }, none))).toEqual([1200, 630]);
      expect(drawingInto(folder)).toHaveLength(1);
      process.kill(drawingInto(folder)[0]!, "SIGKILL");
      rmSync(folder, { recursive: true });
    },
  );

  it("lets at most fifty orders wait, and accepts more once some are done", async () => {
    const { promise: photo, reject } = Promise.withResolvers<null>();
    const waiting = Array.from({ length: 50 }, (_, at) =>
      pictures.drawEvent({ ...words, title: `Event ${at}` }, () => photo),
    );
    const settled = Promise.allSettled(waiting);
    await expect(draw({ title: "One more" })).rejects.toMatchObject({ code: "pictures_busy", retryAfter: 5 });
    reject(new Error("the database is gone"));
    await settled;
    expect(sizeOf(await draw({ title: "One more" }))).toEqual([1200, 630]);
  });
});
