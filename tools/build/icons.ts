import { readFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";

// Draws the app's icons, and the preview picture of pages without one, from our SVGs into `public`. Run it by hand
// after a change of the mark or the hero: `node tools/build/icons.ts`.

const folder = join(import.meta.dirname, "../../public");
const paper = "#fbf7ee";

const embedded = (file: string) => `data:image/svg+xml;base64,${readFileSync(join(folder, file)).toString("base64")}`;

/** Draws the mark in the middle of a square; `share` is its share of the width. */
const icon = (size: number, share: number, ground: string) => `<svg xmlns="http://www.w3.org/2000/svg"
  xmlns:xlink="http://www.w3.org/1999/xlink" width="${size}" height="${size}" viewBox="0 0 100 100">
  <rect width="100" height="100" fill="${ground}"/>
  <image xlink:href="${embedded("scenes/mark.svg")}" x="${50 - share * 50}" y="${50 - share * 50}"
    width="${share * 100}" height="${share * 100}"/>
</svg>`;

const share = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="1200" height="630">
  <image xlink:href="${embedded("scenes/hero.svg")}" width="1200" height="630" preserveAspectRatio="xMidYMax slice"/>
</svg>`;

const pictures: Record<string, string> = {
  "icon-192.png": icon(192, 0.78, paper),
  "icon-512.png": icon(512, 0.78, paper),
  // Systems crop a maskable icon to any shape within the middle four fifths.
  "icon-maskable-512.png": icon(512, 0.56, paper),
  "apple-touch-icon.png": icon(180, 0.7, paper),
  "share.png": share,
};

for (const [name, svg] of Object.entries(pictures)) {
  await sharp(Buffer.from(svg)).png().toFile(join(folder, name));
}
