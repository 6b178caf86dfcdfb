import pino, { type DestinationStream } from "pino";
import { asBug } from "#domain/bug.ts";
import { outageIn } from "#domain/outage.ts";
import type { Log } from "#domain/ports.ts";
import type { Level } from "./levels.ts";

/** A request that was answered; `route` is the pattern of its address, and no address. `gone`: nobody waited for the end. */
export type RequestLine = { id: string; method: string; route: string; status: number; ms: number; gone?: true };

/** What the whole process writes: what the rest of us may say, and what only the process itself does. */
export type ProcessLog = Log & {
  info: (sentence: string) => void;
  /** One request; `isQuiet` for what asks again and again whether we are there. */
  request: (line: RequestLine, isQuiet: boolean) => void;
  /** What has to be said at the start, whatever the level is. */
  start: (sentences: readonly string[]) => void;
  /** Hands on what another process of ours has written as lines of its own. */
  handOn: (lines: string) => void;
};

type Settings = {
  level: Level;
  /** Which of several processes this is; null where there is one, and for the one that has started the others. */
  worker?: string | null;
  out: DestinationStream;
  /** Writes a sentence for the person at the terminal; null where programs read. */
  tell?: ((sentence: string) => void) | null;
  /** In milliseconds, from any moment; for tests. */
  now?: () => number;
};

/** Of each kind of failure one line is written in so many milliseconds. */
const failuresEvery = 1000;
/** How many letters of a message there may be in a line. */
const messageMax = 500;

/**
 * One line of JSON for each thing that is said. A request's line holds its id, its method, the pattern of its address, its status
 * and the milliseconds that it took: no address, no query, nobody's name. A failure's line names the call and holds what `asBug` leaves
 * of the error; of a database that is out of reach no more than what it says. Of one kind of failure there is a line a second, which says
 * how many it stands for (`leftOut`).
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
 * The line that pino would write, made in a tenth of the time: a kept page's is a fifth of what it takes to answer it. Nothing in it has to be
 * escaped: an id, a method and a pattern have no such letters.
 */
function lineOf(level: string, { id, method, route, status, ms, gone }: RequestLine, worker: string | null): string {
  const who = worker === null ? "" : `"worker":"${worker}",`;
  const end = gone ? ',"gone":true' : "";
  return `{"level":"${level}","time":"${timeNow()}",${who}"id":"${id}","method":"${method}","route":"${route}","status":${status},"ms":${ms}${end},"msg":"request"}\n`;
}

/** The time in words, which are the same for all lines of a millisecond. */
function timeNow(): string {
  const time = Date.now();
  if (time !== last.time) last = { time, words: new Date(time).toISOString() };
  return last.words;
}
let last = { time: 0, words: "" };

const outageInWords = { unavailable: "the database did not answer", cannot_save: "nothing can be saved" };

/** What took too long is another kind of outage than a database that is not there. */
const slow = new Map([
  ["57014", "too slow"],
  ["55P03", "locked"],
]);

const codeOf = (error: Error): string => ("code" in error ? String(error.code) : "");

/** Errors of one kind differ in what they name: numbers, and what stands in quotation marks. */
function kindOf(error: Error): string {
  const message = error.message.replace(/\d+/g, "0").replace(/(["'`]).*?\1/g, "…");
  return `${error.name} ${codeOf(error)} ${message.slice(0, 200)}`;
}

/** What stands beside a warning, with errors as in all lines. */
const plain = (details: unknown): unknown =>
  Array.isArray(details) ? details.map(plain) : details instanceof Error ? shortOf(asBug(details)) : details;

const shortOf = (error: Error) => ({
  type: error.name,
  message: error.message.slice(0, messageMax),
  ...("code" in error && { code: error.code }),
});

/** With all that `asBug` has left of it, its causes too. */
function wholeOf(error: Error): object {
  const { stack, cause, message: _, name: __, ...names } = error as Error & Record<string, unknown>;
  return { ...shortOf(error), ...names, stack, ...(cause instanceof Error && { cause: wholeOf(cause) }) };
}

/** How many kinds are told apart at a time; what comes beyond that counts as one kind. */
const kindsMax = 100;

/**
 * Lets one of a kind through each `every` milliseconds, and counts those that are left out, for the next to say.
 * @returns how many of its kind were left out since the last; null for one that is to be left out itself
 */
function createLeavingOut(every: number, now: () => number = () => performance.now()) {
  const kinds = new Map<string, { since: number; leftOut: number }>();

  /** One more kind: in the place of one that nothing was left out of lately, or as one of the rest. */
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
