import pino, { type DestinationStream } from "pino";
import { asBug } from "#domain/bug.ts";
import { outageIn } from "#domain/outage.ts";
import type { Log } from "#domain/ports.ts";
import type { Level } from "./levels.ts";

/**
 * A request that was answered; `route` is the pattern of its address, not the address. `gone` means that the client
 * disconnected first.
 */
export type RequestLine = { id: string; method: string; route: string; status: number; ms: number; gone?: true };

/** The log of the whole process: the calls that all code may use, and those for the process itself. */
export type ProcessLog = Log & {
  info: (sentence: string) => void;
  /** Logs a request; `isQuiet` for health checks. */
  request: (line: RequestLine, isQuiet: boolean) => void;
  /** Writes start messages at any level. */
  start: (sentences: readonly string[]) => void;
  /** Passes on lines that another of our processes has written. */
  handOn: (lines: string) => void;
};

type Settings = {
  level: Level;
  /**
   * The number of this process among several; null if there is only one, and for the process that started the others.
   */
  worker?: string | null;
  out: DestinationStream;
  /** Writes a sentence for the person at the terminal; null if programs read the output. */
  tell?: ((sentence: string) => void) | null;
  /** In milliseconds, from any origin; for tests. */
  now?: () => number;
};

/** The interval for one line per kind of failure, in milliseconds. */
const failuresEvery = 1000;
/** The maximum number of letters of a message in a line. */
const messageMax = 500;

/**
 * Writes one line of JSON per message. A request's line has its id, its method, the pattern of its address, its status
 * and its duration in milliseconds: no address, no query, no names. A failure's line names the call, with the parts of
 * the error that `asBug` keeps; for an unreachable database, only its message. Each kind of failure gets one line a
 * second, with the number of omitted ones (`leftOut`).
 */
export function createLog({ level, worker = null, out, tell = null, now }: Settings): ProcessLog {
  const isToBeSaid = createLeavingOut(failuresEvery, now);
  const lines = pino(
    {
      level,
      base: worker === null ? null : { worker },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: (error: Error) => error },
    },
    out,
  );
  const always = lines.child({}, { level: "info" });

  function failed(where: string, error: unknown, id?: string) {
    const bug = asBug(error);
    const outage = outageIn(bug);
    const leftOut = isToBeSaid(outage ? `${outage} ${slow.get(codeOf(bug)) ?? ""}` : kindOf(bug));
    if (leftOut === null) return;
    lines.error(
      {
        ...(id !== undefined && { id }),
        where,
        ...(leftOut > 0 && { leftOut }),
        err: outage ? shortOf(bug) : wholeOf(bug),
      },
      outage ? outageInWords[outage] : "something failed",
    );
  }

  return {
    failed,
    warn: (sentence, details) => lines.warn(details === undefined ? {} : { details: plain(details) }, sentence),
    info: (sentence) => lines.info(sentence),
    request(line, isQuiet) {
      const named = isQuiet ? "debug" : "info";
      if (lines.isLevelEnabled(named)) out.write(lineOf(named, line, worker));
    },
    start: (sentences) => {
      for (const sentence of sentences) (tell ?? always.info.bind(always))(sentence);
    },
    handOn: (text) => out.write(text),
  };
}

/**
 * Builds the line that pino would write, in a tenth of the time: logging a kept page takes a fifth of answering it.
 * Nothing needs escaping, because ids, methods and patterns have no such letters.
 */
function lineOf(level: string, { id, method, route, status, ms, gone }: RequestLine, worker: string | null): string {
  const who = worker === null ? "" : `"worker":"${worker}",`;
  const end = gone ? ',"gone":true' : "";
  return `{"level":"${level}","time":"${timeNow()}",${who}"id":"${id}","method":"${method}","route":"${route}","status":${status},"ms":${ms}${end},"msg":"request"}\n`;
}

/** Returns the time as text, computed once per millisecond. */
function timeNow(): string {
  const time = Date.now();
  if (time !== last.time) last = { time, words: new Date(time).toISOString() };
  return last.words;
}
let last = { time: 0, words: "" };

const outageInWords = { unavailable: "the database did not answer", cannot_save: "nothing can be saved" };

/** A timeout is a different kind of outage from an unreachable database. */
const slow = new Map([
  ["57014", "too slow"],
  ["55P03", "locked"],
]);

const codeOf = (error: Error): string => ("code" in error ? String(error.code) : "");

/** Errors of one kind differ only in numbers, and in quoted text. */
function kindOf(error: Error): string {
  const message = error.message.replace(/\d+/g, "0").replace(/(["'`]).*?\1/g, "…");
  return `${error.name} ${codeOf(error)} ${message.slice(0, 200)}`;
}

/** Converts a warning's details, with errors as in all lines. */
const plain = (details: unknown): unknown =>
  Array.isArray(details) ? details.map(plain) : details instanceof Error ? shortOf(asBug(details)) : details;

const shortOf = (error: Error) => ({
  type: error.name,
  message: error.message.slice(0, messageMax),
  ...("code" in error && { code: error.code }),
});

/** Includes all parts of the error that `asBug` has kept, and its causes. */
function wholeOf(error: Error): object {
  const { stack, cause, message: _, name: __, ...names } = error as Error & Record<string, unknown>;
  return { ...shortOf(error), ...names, stack, ...(cause instanceof Error && { cause: wholeOf(cause) }) };
}

/** The maximum number of kinds that are distinguished at a time; further ones count as one kind. */
const kindsMax = 100;

/**
 * Admits one item of each kind per `every` milliseconds, and counts the omitted ones for the next.
 * @returns how many of its kind were omitted since the last; null if this one is to be omitted itself
 */
function createLeavingOut(every: number, now: () => number = () => performance.now()) {
  const kinds = new Map<string, { since: number; leftOut: number }>();

  /** Returns the kind to count under: a new kind replaces one without recent omissions, or counts with the rest. */
  function room(kind: string): string {
    if (kinds.has(kind) || kinds.size < kindsMax) return kind;
    for (const [name, { since, leftOut }] of kinds) {
      if (leftOut === 0 && now() - since >= every) kinds.delete(name);
    }
    return kinds.size < kindsMax ? kind : "the rest";
  }

  return (kind: string): number | null => {
    const name = room(kind);
    const known = kinds.get(name);
    if (known && now() - known.since < every) {
      known.leftOut++;
      return null;
    }
    kinds.set(name, { since: now(), leftOut: 0 });
    return known?.leftOut ?? 0;
  };
}
