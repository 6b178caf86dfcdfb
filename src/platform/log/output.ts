import type { DestinationStream } from "pino";
import type { Level } from "./levels.ts";
import { createLog, type ProcessLog } from "./log.ts";

/**
 * The number of letters that are collected before writing, and the maximum delay in milliseconds. A pipe takes 64 kB at
 * a time.
 */
const collectedMax = 16_384;
const writtenEvery = 100;

type Output = DestinationStream & { flush: () => void };
type Settings = { level: Level; worker: string | null; isForPerson: boolean };

/**
 * Opens the log of this process, which includes Node's warnings and the error that ends it. `worker` is its number
 * among others; `isForPerson` selects text instead of JSON.
 */
export async function openLog({ level, worker, isForPerson }: Settings): Promise<ProcessLog> {
  const out = isForPerson ? await inWords() : collecting((text) => process.stdout.write(text));
  const tell = isForPerson ? (sentence: string) => void process.stdout.write(`${sentence}\n`) : null;
  const log = createLog({ level, worker, out, tell });
  process.removeAllListeners("warning");
  process.on("warning", (warning) => log.warn(`${warning.name}: ${warning.message}`));
  // Node would print everything attached to the error before exiting.
  process.on("uncaughtException", (error) => {
    log.failed("the process, which ends with it", error);
    process.exit(1);
  });
  process.once("exit", out.flush);
  return log;
}

/**
 * Collects lines and writes many together: writing a single line costs more than all other work for a kept page. pino's
 * own destination also collects, but takes ten times as long.
 */
export function collecting(write: (text: string) => void): Output {
  let collected = "";
  const flush = () => {
    if (collected === "") return;
    const text = collected;
    collected = "";
    write(text);
  };
  setInterval(flush, writtenEvery).unref();
  return {
    write(line) {
      collected += line;
      if (collected.length > collectedMax) flush();
    },
    flush,
  };
}

async function inWords(): Promise<Output> {
  const { default: pretty } = await import("pino-pretty");
  const out = pretty({
    translateTime: "SYS:HH:MM:ss",
    ignore: "id,method,route,status,ms,gone",
    messageFormat: sentenceOf,
    colorize: process.stdout.isTTY,
    destination: 1,
    sync: true,
  });
  return Object.assign(out, { flush: () => {} });
}

/** Formats a request's line for a person; other lines have only their sentence. */
const sentenceOf = (line: Record<string, unknown>): string =>
  line["msg"] === "request"
    ? `${String(line["method"])} ${String(line["route"])} ${String(line["status"])} ${String(line["ms"])} ms${line["gone"] ? ", gone" : ""}`
    : String(line["msg"]);
