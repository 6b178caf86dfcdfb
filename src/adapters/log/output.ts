import pino, { type DestinationStream } from "pino";
import type { Level } from "./levels.ts";
import { createLog, type ProcessLog } from "./log.ts";

/** So many bytes are collected before they are written, and for so long at most, in milliseconds. */
const collected = 4096;
const writtenEvery = 100;

/** A request's line as a person reads it, and every other one's sentence. */
const sentenceOf = (line: Record<string, unknown>): string =>
  line["msg"] === "request"
    ? `${String(line["method"])} ${String(line["route"])} ${String(line["status"])} ${String(line["ms"])} ms${line["gone"] ? ", gone" : ""}`
    : String(line["msg"]);

type Settings = { level: Level; worker: string | null; isForPerson: boolean };

/**
 * The log of this process, which has everything that Node warns of too. `worker` is its number beside others, and `isForPerson` whether a
 * person reads along.
 */
export async function openLog({ level, worker, isForPerson }: Settings): Promise<ProcessLog> {
  const out = await openOutput(isForPerson);
  const tell = isForPerson ? (sentence: string) => void process.stdout.write(`${sentence}\n`) : null;
  const log = createLog({ level, worker, out, tell });
  process.removeAllListeners("warning");
  process.on("warning", (warning) => log.warn(`${warning.name}: ${warning.message}`));
  process.once("exit", () => log.flush());
  return log;
}

/**
 * Where lines go: to standard output, collected, as JSON for programs; or, for a person, in words.
 */
async function openOutput(isForPerson: boolean): Promise<DestinationStream & { flushSync?: () => void }> {
  if (!isForPerson)
    return pino.destination({ dest: 1, sync: false, minLength: collected, periodicFlush: writtenEvery });
  const { default: pretty } = await import("pino-pretty");
  return pretty({
    translateTime: "SYS:HH:MM:ss",
    ignore: "id,method,route,status,ms,gone",
    messageFormat: sentenceOf,
    colorize: process.stdout.isTTY,
    destination: 1,
    sync: true,
  });
}
