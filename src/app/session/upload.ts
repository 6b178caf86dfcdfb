import { ask } from "./ask.ts";

/** The longest side that is sent, in pixels: as it is kept, so that a phone does not send ten times as much. */
const sideMax = 1600;

/**
 * Uploads a picture for the member who is signed in, made small here first; what this browser cannot unfold is sent as it
 * is. @returns its address @throws Refusal
 */
export async function uploadPicture(file: File): Promise<string> {
  const body = (await shrink(file).catch(() => null)) ?? file;
  const { url } = await ask((api) => api.pictures.$post({}, { init: { body } }));
  return url;
}

/** The picture of at most `sideMax`, without the place that phones note in it; null when it is small. */
async function shrink(file: File): Promise<Blob | null> {
  const picture = await createImageBitmap(file, { imageOrientation: "from-image" });
  const scale = Math.min(1, sideMax / Math.max(picture.width, picture.height));
  const canvas = new OffscreenCanvas(Math.round(picture.width * scale), Math.round(picture.height * scale));
  canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  // Of the two that may be see-through or not, JPEG is what every browser can write.
  const type = file.type === "image/jpeg" ? "image/jpeg" : "image/webp";
  const small = await canvas.convertToBlob({ type, quality: 0.85 });
  return small.size < file.size ? small : null;
}
