import sharp from "sharp";
import { pictureSideMax } from "#domain/pictures/rules.ts";

/** The most pixels that are unfolded: twice as many as phones take, and not as many as a prepared file claims to hold. */
const pixelsMax = 100_000_000;

/** How a file of each kind begins. Nothing else reaches the decoders: SVG and PDF are programs of their own. */
const signatures = [/^\xff\xd8\xff/, /^\x89PNG\r\n/, /^RIFF.{4}WEBP/s, /^GIF8[79]a/, /^.{4}ftypavi[fs]/s];

/** One photo after the other: each may take as much memory as it has pixels. */
let last: Promise<unknown> = Promise.resolve();

/** `PictureMaker.fitPhoto`: small, upright, and without the camera's notes. */
export function fitPhoto(file: Uint8Array): Promise<Uint8Array | null> {
  const start = Buffer.from(file.subarray(0, 16)).toString("latin1");
  if (!signatures.some((signature) => signature.test(start))) return Promise.resolve(null);
  const fitted = last.then(() =>
    sharp(file, { limitInputPixels: pixelsMax })
      .autoOrient()
      .resize({ width: pictureSideMax, height: pictureSideMax, fit: "inside", withoutEnlargement: true })
      .webp({ quality: 80 })
      .toBuffer()
      // A file that begins like a picture and goes on like none.
      .catch(() => null),
  );
  last = fitted;
  return fitted;
}
