import { parentPort } from "node:worker_threads";
import type { ReadEvents, ReadSetting } from "#domain/ports.ts";
import { readText } from "./reading.ts";

export type Order = { text: string | Uint8Array; setting: ReadSetting };
/** Null if the text contains no events that we can read. */
export type Delivery = ReadEvents | null;

function deliver({ text, setting }: Order): Delivery {
  try {
    return readText(text, setting);
  } catch {
    return null;
  }
}

// Reads one text at a time; the importer terminates this thread if one takes too long.
parentPort?.on("message", (order: Order) => parentPort?.postMessage(deliver(order)));
