import { parentPort, workerData } from "node:worker_threads";
import type { EventWords } from "#domain/ports.ts";
import { drawEvent } from "./drawing.ts";
import { unpackFontsInto } from "./fonts.ts";

/** The folder that fonts are unpacked into, where there is one for it. */
export type ThreadStart = { fonts: string | null };
export type Order = { number: number; words: EventWords; photo: Uint8Array | null };
export type Delivery = { number: number; picture?: Uint8Array; failure?: string };

const { fonts } = workerData as ThreadStart;
if (fonts !== null) unpackFontsInto(fonts);

// Draws the server's orders one after the other, so that a hundred milliseconds of drawing hold up no request.
parentPort?.on("message", ({ number, words, photo }: Order) => {
  drawEvent(words, photo).then(
    (picture) => parentPort?.postMessage({ number, picture } satisfies Delivery),
    (error: unknown) => parentPort?.postMessage({ number, failure: String(error) } satisfies Delivery),
  );
});
