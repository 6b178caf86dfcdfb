import { parentPort } from "node:worker_threads";
import type { EventWords } from "#domain/ports.ts";
import { drawEvent } from "./drawing.ts";

export type Order = { number: number; words: EventWords; photo: Uint8Array | null };
export type Delivery = { number: number; picture?: Uint8Array; failure?: string };

// Draws the server's orders one after the other, so that a hundred milliseconds of drawing hold up no request.
parentPort?.on("message", ({ number, words, photo }: Order) => {
  drawEvent(words, photo).then(
    (picture) => parentPort?.postMessage({ number, picture } satisfies Delivery),
    (error: unknown) => parentPort?.postMessage({ number, failure: String(error) } satisfies Delivery),
  );
});
