import sharp from "sharp";
import { pictureSideMax } from "#domain/pictures/rules.ts";

/** A file to be made small, the most pixels that it may have, and how much of a processor's time it may take, in milliseconds. */
export type PhotoOrder = { file: Uint8Array; pixelsMax: number; timeMax: number };
/** A process says that it has started; then each answer is a picture, or why there is none. */
export type PhotoAnswer = "ready" | { photo: Uint8Array } | { refusal: "picture_too_large" | "picture_unreadable" };

// One thread for a photo, and nothing of it kept: it is decoded once.
sharp.concurrency(1);
sharp.cache(false);

// Makes photos small, one after the other, in a process of its own: no thread can be ended inside a decoder.
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

/** Decodes a file once, and makes of it what we keep. */
function fit(file: Uint8Array, limitInputPixels: number): Promise<Buffer> {
  return sharp(file, { limitInputPixels })
    .autoOrient()
    .resize({ width: pictureSideMax, height: pictureSideMax, fit: "inside", withoutEnlargement: true })
    .webp({ quality: 80 })
    .toBuffer();
}

/** Ends this process once it has worked for so long. On a busy machine the clock would end honest pictures. */
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
