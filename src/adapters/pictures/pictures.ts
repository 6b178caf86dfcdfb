import { type ChildProcess, fork } from "node:child_process";
import { Failure } from "#domain/failure.ts";
import type { PictureMaker } from "#domain/ports.ts";
import { variablesFrom } from "./photo-decoder.ts";
import type { Delivery, Order } from "./picture-worker.ts";

/**
 * The maximum number of pictures waiting to be drawn, at a tenth of a second each, and the seconds after which a
 * refused caller may try again.
 */
const ordersMax = 50;
const comeBackAfter = 5;

/** The number of pictures kept in memory, at about 60 kB each: many readers fetch a shared link within minutes. */
const keptMax = 100;

/** The time for which the drawing process waits for the next picture, in milliseconds: it holds 100 MB of memory. */
const idleMax = 30_000;

/**
 * Draws events' pictures in a separate process, which starts with the first picture; equal pictures are drawn once. A
 * library never frees some 100 MB after drawing, so the process ends after a while without requests. Photos are scaled
 * down in other processes, which can be stopped.
 * @param fonts the folder that fonts are unpacked into; one that goes with the process when it is not given
 */
export function createPictureMaker(fonts: string | null = null, { idleFor = idleMax } = {}): PictureMaker {
  const kept = new Map<string, Promise<Uint8Array>>();
  const draw = drawApart(fonts, idleFor);
  return {
    drawEvent(words, readPhoto) {
      const key = JSON.stringify(words);
      const picture = kept.get(key) ?? draw(words, readPhoto);
      // Moves the latest request to the end, so that it is evicted last.
      kept.delete(key);
      kept.set(key, picture);
      const [oldest] = kept.keys();
      if (oldest !== undefined && kept.size > keptMax) kept.delete(oldest);
      picture.catch(() => kept.delete(key));
      return picture;
    },
    fitPhoto: async (memberId, read) => (await import("./photos.ts")).fitPhoto(memberId, read),
  };
}

function drawApart(fonts: string | null, idleFor: number) {
  const orders = new Map<number, { resolve: (picture: Uint8Array) => void; reject: (reason: Error) => void }>();
  let current: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  let number = 0;

  const start = () => {
    const child = fork(new URL("./picture-worker.ts", import.meta.url), fonts === null ? [] : [fonts], {
      // Each thread of the pool would hold its own copy of the fonts.
      env: { ...variablesFrom(process.env), UV_THREADPOOL_SIZE: "1" },
      execArgv: ["--max-old-space-size=64"],
      serialization: "advanced",
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    // The process must not keep the server from ending.
    child.unref();
    child.channel?.unref();
    child.on("message", (said) => {
      const { number: answered, picture, failure } = said as Delivery;
      const order = orders.get(answered);
      orders.delete(answered);
      if (picture) order?.resolve(picture);
      else order?.reject(new Error(`The picture could not be drawn: ${failure}`));
      rest();
    });
    const lose = (reason: Error) => {
      if (current !== child) return;
      current = undefined;
      for (const { reject } of orders.values()) reject(reason);
      orders.clear();
    };
    child.once("error", lose).once("exit", () => lose(new Error("The process that draws has ended.")));
    return child;
  };

  /** Lets an idle process end after a while, by itself, so that it removes its folder of fonts. */
  function rest() {
    if (orders.size > 0) return;
    clearTimeout(idle);
    idle = setTimeout(() => {
      const child = current;
      current = undefined;
      if (child?.connected) child.disconnect();
    }, idleFor).unref();
  }

  return async (words: Order["words"], readPhoto: () => Promise<Uint8Array | null>) => {
    if (orders.size >= ordersMax) throw new Failure("pictures_busy", [], comeBackAfter);
    const ordered = Promise.withResolvers<Uint8Array>();
    const order = ++number;
    orders.set(order, ordered);
    // The process may end while its photo is still being read; that error no longer matters.
    ordered.promise.catch(() => {});
    clearTimeout(idle);
    try {
      const photo = await readPhoto();
      // If the order cannot be sent, the process has ended, and its end rejects the order.
      (current ??= start()).send({ number: order, words, photo } satisfies Order, () => {});
    } catch (error) {
      orders.delete(order);
      rest();
      throw error;
    }
    return ordered.promise;
  };
}
