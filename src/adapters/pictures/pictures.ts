import { Worker } from "node:worker_threads";
import { Failure } from "#domain/failure.ts";
import type { PictureMaker } from "#domain/ports.ts";
import type { Delivery, Order, ThreadStart } from "./picture-worker.ts";

/** How many pictures may wait to be drawn, at a tenth of a second each, and after how many seconds to come back when they do. */
const ordersMax = 50;
const comeBackAfter = 5;

/** Pictures kept in memory, at some 60 kB each: a shared link is fetched by many within minutes. */
const keptMax = 100;

/**
 * Draws events' pictures in a thread of its own, started with the first; the same words are drawn once. Photos are made
 * small in processes of their own, which can be ended.
 * @param fonts the folder that fonts are unpacked into; one that goes with the process when it is not given
 */
export function createPictureMaker(fonts: string | null = null): PictureMaker {
  const kept = new Map<string, Promise<Uint8Array>>();
  const draw = drawInThread({ fonts });
  return {
    drawEvent(words, readPhoto) {
      const key = JSON.stringify(words);
      const picture = kept.get(key) ?? draw(words, readPhoto);
      // The one that was asked for last is the last to go.
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

function drawInThread(workerData: ThreadStart) {
  const orders = new Map<number, { resolve: (picture: Uint8Array) => void; reject: (reason: Error) => void }>();
  let thread: Worker | undefined;
  let number = 0;

  const start = () => {
    const worker = new Worker(new URL("./picture-worker.ts", import.meta.url), { workerData });
    // It may not keep the process from ending.
    worker.unref();
    worker.on("message", ({ number: answered, picture, failure }: Delivery) => {
      const order = orders.get(answered);
      orders.delete(answered);
      if (picture) order?.resolve(picture);
      else order?.reject(new Error(`The picture could not be drawn: ${failure}`));
    });
    const lose = (reason: Error) => {
      if (thread === worker) thread = undefined;
      for (const { reject } of orders.values()) reject(reason);
      orders.clear();
    };
    worker.on("error", (error) => lose(error instanceof Error ? error : new Error(String(error))));
    worker.on("exit", () => lose(new Error("The thread that draws has ended.")));
    return worker;
  };

  return async (words: Order["words"], readPhoto: () => Promise<Uint8Array | null>) => {
    if (orders.size >= ordersMax) throw new Failure("pictures_busy", [], comeBackAfter);
    const ordered = Promise.withResolvers<Uint8Array>();
    const order = ++number;
    orders.set(order, ordered);
    try {
      const photo = await readPhoto();
      (thread ??= start()).postMessage({ number: order, words, photo } satisfies Order);
    } catch (error) {
      orders.delete(order);
      throw error;
    }
    return ordered.promise;
  };
}
