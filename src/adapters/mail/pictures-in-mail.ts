import { join } from "node:path";
import type { Letter } from "#domain/mail.ts";
import { scenes } from "../scenes.ts";
import { cids } from "./letter.ts";

/** Twice as many pixels as are shown, for screens that have them. */
const sizes = { mark: { width: 64, height: 64 }, drawing: { width: 1120, height: 420 } };

/**
 * The pictures that come along with a letter: our mark, and its drawing. As PNG, since mail programs show no SVG; of few
 * colors, at some 20 kB.
 */
export async function picturesOf({ drawing }: Pick<Letter, "drawing">) {
  const mark = { cid: cids.mark, filename: "goodturn.png", content: await drawn("mark", "mark") };
  if (!drawing) return [mark];
  return [
    mark,
    { cid: cids.drawing, filename: `${drawing.scene}.png`, content: await drawn(drawing.scene, "drawing") },
  ];
}

/** How far down a drawing is looked at: pages show it the same way, where people have heads and feet. */
const horizon = 0.62;

const kept = new Map<string, Promise<Buffer>>();

/** A drawing of ours in its size; each is made once, by a library that is loaded with the first. */
function drawn(name: string, as: keyof typeof sizes): Promise<Buffer> {
  const picture = kept.get(name) ?? draw(name, as);
  kept.set(name, picture);
  picture.catch(() => kept.delete(name));
  return picture;
}

async function draw(name: string, as: keyof typeof sizes): Promise<Buffer> {
  const { default: sharp } = await import("sharp");
  const { width, height } = sizes[as];
  const whole = await sharp(join(scenes, `${name}.svg`), { density: 144 })
    .resize({ width })
    .toBuffer({ resolveWithObject: true });
  return sharp(whole.data)
    .extract({ left: 0, top: Math.round((whole.info.height - height) * horizon), width, height })
    .png({ palette: true, colors: 64, compressionLevel: 9 })
    .toBuffer();
}
