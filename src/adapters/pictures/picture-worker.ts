import sharp from "sharp";
import type { EventWords } from "#domain/ports.ts";
import { drawEvent } from "./drawing.ts";
import { unpackFontsInto } from "./fonts.ts";

export type Order = { number: number; words: EventWords; photo: Uint8Array | null };
export type Delivery = { number: number; picture?: Uint8Array; failure?: string };

// Each picture has other words: nothing of one helps the next, and a second thread would keep fonts of its own.
sharp.concurrency(1);
sharp.cache(false);

// The folder that fonts are unpacked into, where there is one for it.
const [fonts] = process.argv.slice(2);
if (fonts !== undefined) unpackFontsInto(fonts);

/** The pictures so far: they are drawn one after the other, so that one is in memory at a time. */
let drawn: Promise<void> = Promise.resolve();

process.on("message", (order: Order) => {
  drawn = drawn.then(() => deliver(order));
});
// The server that ordered has ended, or wants this process to end.
process.on("disconnect", () => process.exit());

async function deliver({ number, words, photo }: Order): Promise<void> {
  const delivery: Delivery = await drawEvent(words, photo).then(
    (picture) => ({ number, picture }),
    (error: unknown) => ({ number, failure: String(error) }),
  );
  // It cannot be sent where the server has ended, which is what `disconnect` says.
  process.send?.(delivery, undefined, undefined, () => {});
}
