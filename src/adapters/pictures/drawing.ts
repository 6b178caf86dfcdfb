import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import satori from "satori";
import sharp from "sharp";
import type { EventWords } from "#domain/ports.ts";

/** The size that social networks ask for, in pixels. */
const width = 1200;
const height = 630;

const paper = "#fbf7ee";
const ink = "#1f2c26";
const quiet = "#4a554f";
const leaf = "#1f6642";
const clay = "#a44527";

const scenes = join(import.meta.dirname, "../../../public/scenes");
const require = createRequire(import.meta.url);

/**
 * Draws an event as a PNG of 1200 to 630: its words beside the scene of its type. Words with a letter that none of our fonts
 * has are left out, all of them: the scene alone says more than boxes.
 */
export async function drawEvent(words: EventWords): Promise<Uint8Array> {
  const scene = await sceneOf(words.eventType);
  return toPng((await withWords(words, scene)) ?? sceneAlone(scene));
}

const toPng = (svg: string): Promise<Uint8Array> => sharp(Buffer.from(svg)).png().toBuffer();

const sceneOf = async (eventType: string) =>
  `data:image/svg+xml;base64,${(await readFile(join(scenes, `${eventType}.svg`))).toString("base64")}`;

const sceneAlone = (scene: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${width}" height="${height}">
    <image xlink:href="${scene}" width="${width}" height="${height}" preserveAspectRatio="xMidYMid slice"/>
  </svg>`;

/** The SVG with the words in it, as outlines; null when a letter has no glyph. */
async function withWords(words: EventWords, scene: string): Promise<string | null> {
  let missing = false;
  const svg = await satori(layout(words, scene) as Parameters<typeof satori>[0], {
    width,
    height,
    fonts: await theFonts(),
    loadAdditionalAsset: async () => {
      missing = true;
      return [];
    },
  });
  return missing ? null : svg;
}

type Node = { type: string; props: Record<string, unknown> };

const box = (style: Record<string, unknown>, ...children: (Node | string)[]): Node => ({
  type: "div",
  props: { style: { display: "flex", ...style }, children },
});

function layout({ title, when, place, eventTypeLabel }: EventWords, scene: string): Node {
  const line = { fontSize: 32, lineHeight: 1.3, lineClamp: 1, display: "block" };
  // The longest title (50 characters) has to leave room for the lines below it.
  const fontSize = title.length > 30 ? 54 : 66;
  return box(
    { width, height, background: paper, fontFamily: "Figtree, Figtree Extended" },
    box(
      { width: 640, height, padding: 56, flexDirection: "column", justifyContent: "space-between" },
      box(
        { flexDirection: "column" },
        box({ color: clay, fontSize: 28, fontWeight: 600 }, eventTypeLabel),
        box(
          {
            ...line,
            color: ink,
            marginTop: 20,
            fontFamily: "Bricolage, Bricolage Extended",
            fontSize,
            lineHeight: 1.08,
            lineClamp: 4,
          },
          title,
        ),
      ),
      box(
        { flexDirection: "column" },
        // The day, and below it the time; with an end on another day that takes two lines.
        box({ ...line, color: ink, fontWeight: 600, lineClamp: 3, whiteSpace: "pre-wrap" }, when),
        box({ ...line, color: quiet, marginTop: 6 }, place),
        box({ color: leaf, marginTop: 28, fontFamily: "Bricolage, Bricolage Extended", fontSize: 34 }, "Goodturn"),
      ),
    ),
    { type: "img", props: { src: scene, width: 560, height, style: { objectFit: "cover" } } },
  );
}

let fonts: ReturnType<typeof loadFonts> | undefined;
const theFonts = () => (fonts ??= loadFonts());

async function loadFonts() {
  const sets = ["latin", "latin-ext"];
  return Promise.all(
    sets.flatMap((set) => [
      loadFont(set === "latin" ? "Figtree" : "Figtree Extended", `figtree/files/figtree-${set}`, 400),
      loadFont(set === "latin" ? "Figtree" : "Figtree Extended", `figtree/files/figtree-${set}`, 600),
      loadFont(
        set === "latin" ? "Bricolage" : "Bricolage Extended",
        `bricolage-grotesque/files/bricolage-grotesque-${set}`,
        700,
      ),
    ]),
  );
}

const loadFont = async (name: string, file: string, weight: 400 | 600 | 700) => ({
  name,
  weight,
  data: await readFile(require.resolve(`@fontsource/${file}-${weight}-normal.woff`)),
});
