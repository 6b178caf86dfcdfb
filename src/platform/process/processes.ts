import cluster, { type Worker } from "node:cluster";
import type { ProcessLog } from "../log/log.ts";
import { newId } from "#db/schema.server.ts";
import { type Heard, type Said, workerName } from "./siblings.ts";
import { createGathering } from "./worker-figures.ts";
import type { ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";

/**
 * The maximum time for other processes to hear an announcement, in milliseconds: the request that caused it waits for
 * that.
 */
const heardMax = 1000;
/**
 * The minimum time of service after which a worker's end counts as an accident, and the first and longest delay of the
 * next start otherwise, in milliseconds.
 */
const livesMin = 10_000;
const waitFirst = 250;
const waitMax = 10_000;

/**
 * The memory limits of a worker in megabytes, for all objects and for each half of the new ones, and the growth in
 * percent before a full collection. With such a low limit, Node by default collects whenever the heap has grown by a
 * third, which takes a third of a rendered page's time; with the defaults of a large machine, a worker takes 50 MB
 * more.
 */
const [heapMax, youngMax, growth] = [512, 16, 100];

/**
 * The number of arenas for the buffers of a worker's threads. By default glibc gives each thread one, up to 16 on two
 * cores, and they keep freed memory: 75 MB under load.
 */
const arenasMax = "2";

/** An announcement: the sender, its number there, and the workers that have not heard it yet. */
type Telling = { teller: Worker; number: number; missing: Set<Worker>; late: NodeJS.Timeout };

export type Processes = {
  /** Resolves to true when all serve, or to false as soon as one of them cannot. */
  served: Promise<boolean>;
  /** Lets all finish their work; resolves to the worst exit code when the last has ended. */
  stop: () => Promise<number>;
  /** Returns the metrics of all workers that serve. */
  count: () => Promise<object[][]>;
};

type Settings = {
  count: number;
  /** The folder of cached compiled code, which saves workers the compilation. */
  compiled: string;
  log: Pick<ProcessLog, "info" | "warn" | "handOn">;
};

/**
 * Starts workers that serve on one port, replaces those that end, and passes announcements between them. Their log
 * lines, which name the worker, are passed on.
 */
export function startProcesses({ count: most, compiled, log }: Settings): Processes {
  const instance = newId();
  const alive = new Map<Worker, number>();
  /** The workers that get announcements, and those among them that were too slow to wait for. */
  const hearing = new Set<Worker>();
  const slow = new Set<Worker>();
  const underWay = new Map<number, Telling>();
  const { gather, hear: hearCount } = createGathering();
  const served = Promise.withResolvers<boolean>();
  const ended = Promise.withResolvers<number>();
  const serving = new Set<number>();
  let [tellings, worst] = [0, 0];
  let isStopping = false;

  cluster.setupPrimary({ silent: true, execArgv: [...process.execArgv, ...heapFlags()] });
  for (let number = 1; number <= most; number++) start(number, 0);

  /** @param failures how many workers have ended before it in this place in quick succession */
  function start(number: number, failures: number) {
    if (isStopping) return;
    const worker = cluster.fork({ ...arenas(), NODE_COMPILE_CACHE: compiled, [workerName]: String(number) });
    const { process: child } = worker;
    alive.set(worker, number);
    let servesSince = Infinity;
    handOn(
      child,
      (lines) => log.handOn(lines),
      (line) => log.warn(`Worker ${number}: ${line}`),
    );
    worker.on("message", (said: Said) => {
      if ("serves" in said) {
        servesSince = performance.now();
        if (serving.has(number)) log.info(`Worker ${number} serves again (process ${child.pid}).`);
        if (serving.add(number).size === most) served.resolve(true);
      } else if ("counted" in said) hearCount(said.counted, said.figures);
      else hear(worker, said);
    });
    // An error of the channel ends the worker, which is handled elsewhere.
    worker.on("error", () => {});
    // The `close` event comes after the worker's end, when all its output has been read.
    child.once("close", (code, signal) => {
      alive.delete(worker);
      hearing.delete(worker);
      slow.delete(worker);
      for (const [id, telling] of underWay) {
        if (telling.teller === worker) forget(id, telling);
        else heardBy(worker, id);
      }
      if (isStopping) {
        worst = Math.max(worst, code ?? (signal === "SIGTERM" ? 0 : 1));
        if (alive.size === 0) ended.resolve(worst);
        return;
      }
      if (serving.size < most) return served.resolve(false);
      const isAccident = performance.now() - servesSince > livesMin;
      const wait = isAccident ? 0 : Math.min(waitFirst * 2 ** failures, waitMax);
      log.warn(`Worker ${number} (process ${child.pid}) has ended (${signal ?? code}); another starts in ${wait} ms.`);
      setTimeout(() => start(number, isAccident ? 0 : failures + 1), wait);
    });
  }

  function hear(worker: Worker, said: Exclude<Said, { serves: true } | { counted: number }>) {
    if ("hears" in said) {
      hearing.add(worker);
      return tell(worker, { instance });
    }
    if ("heard" in said) {
      slow.delete(worker);
      return heardBy(worker, said.heard);
    }
    const id = ++tellings;
    const others = [...hearing].filter((other) => other !== worker);
    const missing = new Set(others.filter((other) => !slow.has(other)));
    const late = setTimeout(() => {
      for (const one of missing) slow.add(one);
      finish(id);
    }, heardMax);
    underWay.set(id, { teller: worker, number: said.tells, missing, late });
    for (const other of others) tell(other, { told: id, topic: said.topic });
    if (missing.size === 0) finish(id);
  }

  function heardBy(worker: Worker, id: number) {
    const telling = underWay.get(id);
    if (telling?.missing.delete(worker) && telling.missing.size === 0) finish(id);
  }

  function finish(id: number) {
    const telling = underWay.get(id);
    if (!telling) return;
    forget(id, telling);
    tell(telling.teller, { allHeard: telling.number });
  }

  function forget(id: number, { late }: Telling) {
    clearTimeout(late);
    underWay.delete(id);
  }

  async function stop(): Promise<number> {
    isStopping = true;
    for (const worker of alive.keys()) worker.process.kill("SIGTERM");
    if (alive.size === 0) ended.resolve(0);
    return ended.promise;
  }

  const count = () => gather([...hearing].map((worker) => (asking: number) => tell(worker, { count: asking })));

  return { served: served.promise, stop, count };
}

/** Returns the memory flags of a worker; none if NODE_OPTIONS has a limit already. */
export const heapFlags = (nodeOptions = process.env["NODE_OPTIONS"]): string[] =>
  nodeOptions?.includes("--max-old-space-size")
    ? []
    : [`--max-old-space-size=${heapMax}`, `--max-semi-space-size=${youngMax}`, `--heap-growing-percent=${growth}`];

/** The worker's setting for the system's memory, unless the host has set one. */
export const arenas = (ours = process.env["MALLOC_ARENA_MAX"]) => ({ MALLOC_ARENA_MAX: ours || arenasMax });

function tell(worker: Worker, heard: Heard): void {
  // A worker that is about to end gets no more messages.
  if (worker.isConnected()) worker.send(heard, undefined, undefined, () => {});
}

/**
 * Passes on the output of a worker: its lines unchanged, in whole lines, and Node's own messages, such as the error
 * that has ended it, as text.
 */
function handOn(
  { stdout, stderr }: Pick<ChildProcess, "stdout" | "stderr">,
  takeLines: (lines: string) => void,
  takeWord: (line: string) => void,
): void {
  let rest = "";
  stdout?.setEncoding("utf8").on("data", (text: string) => {
    const end = text.lastIndexOf("\n") + 1;
    if (end === 0) return void (rest += text);
    takeLines(rest + text.slice(0, end));
    rest = text.slice(end);
  });
  if (stderr) createInterface(stderr).on("line", takeWord);
}
