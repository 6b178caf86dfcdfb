import sharp from "sharp";
import { Failure } from "#domain/failure.ts";
import { pictureSideMax } from "#domain/pictures/rules.ts";

/** The most pixels that are unfolded: 160 MB of memory, and most phones' cameras. AVIF takes five times as long for each. */
const pixelsMax = 40_000_000;
const avifPixelsMax = 16_000_000;

/** How long unfolding and shrinking may take, in seconds. */
const timeMax = 10;

/** How many photos may be on their way at once, at 5 MB each, and after how many seconds to come back when they are. */
const underWayMax = 20;
const comeBackAfter = 5;

/** How a file of each kind begins. Nothing else reaches the decoders: SVG and PDF are programs of their own. */
const avif = /^.{4}ftypavi[fs]/s;
const signatures = [/^\xff\xd8\xff/, /^\x89PNG\r\n/, /^RIFF.{4}WEBP/s, /^GIF8[79]a/, avif];

// One thread for a photo, and nothing of it kept: it is unfolded once.
sharp.concurrency(1);
sharp.cache(false);

let underWay = 0;
/** One photo after the other: each may take as much memory as it has pixels. */
let last: Promise<unknown> = Promise.resolve();

/** `PictureMaker.fitPhoto`: small, upright, and without the camera's notes. */
export async function fitPhoto(read: () => Promise<Uint8Array>): Promise<Uint8Array | null> {
  if (underWay >= underWayMax) throw new Failure("pictures_busy", [], comeBackAfter);
  underWay++;
  try {
    const file = await read();
    const fitted = last.then(() => fit(file));
    last = fitted.catch(() => null);
    return await fitted;
  } finally {
    underWay--;
  }
}

async function fit(file: Uint8Array): Promise<Uint8Array | null> {
  const start = Buffer.from(file.subarray(0, 16)).toString("latin1");
  if (!signatures.some((signature) => signature.test(start))) return null;
  const limitInputPixels = avif.test(start) ? avifPixelsMax : pixelsMax;
  // A file that begins like a picture and goes on like none.
  const head = await sharp(file, { limitInputPixels: false })
    .metadata()
    .catch(() => null);
  if (!head) return null;
  if (head.width * head.height > limitInputPixels) throw new Failure("picture_too_large");
  return sharp(file, { limitInputPixels })
    .timeout({ seconds: timeMax })
    .autoOrient()
    .resize({ width: pictureSideMax, height: pictureSideMax, fit: "inside", withoutEnlargement: true })
    .webp({ quality: 80 })
    .toBuffer()
    .catch(() => null);
}
