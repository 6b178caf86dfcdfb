import { join } from "node:path";
import { encode } from "uqr";
import type { Letter } from "#domain/mail.ts";
import { scenes } from "../scenes.ts";
import { cids } from "./letter.ts";

/** Twice as many pixels as are shown, for screens that have them. */
const sizes = { mark: { width: 64, height: 64 }, drawing: { width: 1120, height: 420 } };

/**
 * The pictures that come along with a letter: our mark, its drawing, and its QR code. As PNG, since mail programs show no SVG; of few
 * colors, at some 20 kB, and the code at less than 1 kB.
 */
export async function picturesOf({ drawing, code }: Pick<Letter, "drawing" | "code">) {
  const pictures = [{ cid: cids.mark, filename: "goodturn.png", content: await drawn("mark", "mark") }];
  if (drawing) {
    const content = await drawn(drawing.scene, "drawing");
    pictures.push({ cid: cids.drawing, filename: `${drawing.scene}.png`, content });
  }
  if (code) pictures.push({ cid: cids.code, filename: "code.png", content: await qrCode(code.says) });
  return pictures;
}

/** How many pixels a side each of its squares has: enough for screens with twice or three times as many. */
const pixelsPerSquare = 9;

/** A QR code with the white around it that cameras look for. */
async function qrCode(says: string): Promise<Buffer> {
  const { default: sharp } = await import("sharp");
  const { data, size } = encode(says, { ecc: "M", border: 3 });
  const pixels = Buffer.from(data.flat().map((isDark) => (isDark ? 0 : 255)));
  const side = size * pixelsPerSquare;
  return sharp(pixels, { raw: { width: size, height: size, channels: 1 } })
    .resize({ width: side, height: side, kernel: "nearest" })
    .png({ palette: true, colors: 2, compressionLevel: 9 })
    .toBuffer();
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
