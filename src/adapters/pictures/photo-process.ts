import sharp from "sharp";
import { pictureSideMax } from "#domain/pictures/rules.ts";

/** A file to scale down, its maximum number of pixels, and its maximum processor time in milliseconds. */
export type PhotoOrder = { file: Uint8Array; pixelsMax: number; timeMax: number };
/** The messages of a process: first that it has started; then each answer is a picture, or the reason for a refusal. */
export type PhotoAnswer = "ready" | { photo: Uint8Array } | { refusal: "picture_too_large" | "picture_unreadable" };

// Uses a single thread per photo and no cache, because each photo is decoded once.
sharp.concurrency(1);
sharp.cache(false);

// Scales photos down, one after the other, in a separate process, because a thread cannot be terminated inside a
// decoder.
process.on("message", ({ file, pixelsMax, timeMax }: PhotoOrder) => {
  const watch = endAfter(timeMax);
  fit(file, pixelsMax)
    .then(
      (photo) => say({ photo }),
      (error: unknown) => say({ refusal: isTooLarge(error) ? "picture_too_large" : "picture_unreadable" }),
    )
    .finally(() => clearInterval(watch));
});
// A decoder does not notice that the server has ended.
process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));
say("ready");

/** Decodes a file once, and converts it to the stored format. */
function fit(file: Uint8Array, limitInputPixels: number): Promise<Buffer> {
  return sharp(file, { limitInputPixels })
    .autoOrient()
    .resize({ width: pictureSideMax, height: pictureSideMax, fit: "inside", withoutEnlargement: true })
    .webp({ quality: 80 })
    .toBuffer();
}

/**
 * Ends this process once it has used that much processor time. A limit on elapsed time would reject harmless pictures
 * on a busy machine.
 */
function endAfter(timeMax: number): NodeJS.Timeout {
  const before = process.cpuUsage();
  return setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    if (user + system > timeMax * 1000) process.kill(process.pid, "SIGKILL");
  }, 50);
}

const isTooLarge = (error: unknown) => error instanceof Error && error.message.includes("exceeds pixel limit");

function say(answer: PhotoAnswer) {
  process.send?.(answer);
}
