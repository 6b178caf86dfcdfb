import sharp from "sharp";
import type { EventWords } from "#domain/ports.ts";
import { drawEvent } from "./drawing.ts";
import { unpackFontsInto } from "./fonts.ts";

export type Order = { number: number; words: EventWords; photo: Uint8Array | null };
export type Delivery = { number: number; picture?: Uint8Array; failure?: string };

// Each picture has different words, so that no cached result helps the next one; a second thread would need its own
// copy of the fonts.
sharp.concurrency(1);
sharp.cache(false);

// The folder that fonts are unpacked into, if the caller gave one.
const [fonts] = process.argv.slice(2);
if (fonts !== undefined) unpackFontsInto(fonts);

/** The end of the queue: pictures are drawn one after the other, so that only one is in memory. */
let drawn: Promise<void> = Promise.resolve();

process.on("message", (order: Order) => {
  drawn = drawn.then(() => deliver(order));
});
// The server that sent the order has ended, or wants this process to end.
process.on("disconnect", () => process.exit());

async function deliver({ number, words, photo }: Order): Promise<void> {
  const delivery: Delivery = await drawEvent(words, photo).then(
    (picture) => ({ number, picture }),
    (error: unknown) => ({ number, failure: String(error) }),
  );
  // The answer cannot be sent if the server has ended, which `disconnect` reports.
  process.send?.(delivery, undefined, undefined, () => {});
}
