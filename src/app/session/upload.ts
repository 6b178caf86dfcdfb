import { ask } from "./ask.ts";

/**
 * The longest side that is sent, in pixels. It equals the stored size, which saves phones sending ten times as much.
 */
const sideMax = 1600;

/**
 * Uploads a picture for the logged-in member, scaled down here first. A format that this browser cannot decode is sent
 * unchanged.
 * @returns its address
 * @throws Refusal
 */
export async function uploadPicture(file: File): Promise<string> {
  const body = (await shrink(file).catch(() => null)) ?? file;
  const { url } = await ask((api) => api.pictures.$post({}, { init: { body } }));
  return url;
}

/**
 * Scales the picture to at most `sideMax` and drops the location that phones store in it; null if it is small already.
 */
async function shrink(file: File): Promise<Blob | null> {
  const picture = await createImageBitmap(file, { imageOrientation: "from-image" });
  const scale = Math.min(1, sideMax / Math.max(picture.width, picture.height));
  const canvas = new OffscreenCanvas(Math.round(picture.width * scale), Math.round(picture.height * scale));
  canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  // JPEG for pictures without transparency: every browser can write it.
  const type = file.type === "image/jpeg" ? "image/jpeg" : "image/webp";
  const small = await canvas.convertToBlob({ type, quality: 0.85 });
  return small.size < file.size ? small : null;
}
