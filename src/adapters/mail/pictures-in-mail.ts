import { join } from "node:path";
import { encode } from "uqr";
import type { Letter } from "#domain/mail.ts";
import { scenes } from "../scenes.ts";
import { cids } from "./letter.ts";

/** Twice the displayed number of pixels, for high-density screens. */
const sizes = { mark: { width: 64, height: 64 }, drawing: { width: 1120, height: 420 } };

/**
 * Returns the pictures of a letter: our mark, its drawing, and its QR code. They are PNG, because mail programs show no
 * SVG, with few colors: about 20 kB each, and less than 1 kB for the code.
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

/** The pixels per side of each square of the code: enough for screens of double or triple density. */
const pixelsPerSquare = 9;

/** Draws a QR code with the white margin that cameras look for. */
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

/** The vertical focus of a drawing's crop, as on pages, so that people have heads and feet. */
const horizon = 0.62;

const kept = new Map<string, Promise<Buffer>>();

/** Returns one of our drawings in its size. Each is made once, by a library that is loaded on first use. */
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
