import { Counter, Gauge, Histogram, Registry } from "prom-client";
import type { PoolFigures } from "../database/open-database.ts";
import type { Mailer } from "#domain/ports.ts";
import { createQueryNames } from "./query-names.ts";
import { watchTurns } from "./turns.ts";

/** The values that are read on request. */
type Sources = {
  pools: () => PoolFigures[];
  kept: () => { pages: number; bytes: number; hits: number; misses: number };
  viewers: () => number;
  /**
   * Returns how long the oldest due task has waited, in seconds, and how many have failed; fails without a database.
   */
  outbox: () => Promise<{ oldest: number; failed: number }>;
};

type Answered = { method: string; route: string; status: number };

/** The result of a task's attempt. */
type Outcome = "done" | "failed" | "given_up";

export type Metrics = ReturnType<typeof createMetrics>;

/** The duration from which a query is slow, in seconds. */
const slow = 0.25;

const requestLimits = [0.001, 0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const queryBuckets = [0.001, 0.005, 0.025, 0.1, 0.25, 1, 5];

/** The methods that the site answers; all others share one label. */
const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** The tasks written together with a registration, and the change that each stands for. */
const registrationOf: Readonly<Record<string, "taken" | "left">> = {
  registration_joined: "taken",
  registration_added: "taken",
  registration_left: "left",
  registration_removed: "left",
};

/**
 * The metrics of this process in Prometheus' format. Each has few labels, with predefined values: routes are patterns,
 * and no client's input becomes a label. `figures` returns them for adding up with other processes'.
 * @param version of this program
 */
export function createMetrics(version: string) {
  const registry = new Registry();
  tellOfBuild(registry, version);
  const all = { registers: [registry] };
  const countRequest = createTimes({
    registry,
    name: "goodturn_request_seconds",
    help: "Requests that were answered, by how long it took",
    limits: requestLimits,
  });
  const queries = new Histogram({
    ...all,
    name: "goodturn_query_seconds",
    help: "Queries, by how long they took",
    buckets: queryBuckets,
  });
  const slowQueries = new Counter({
    ...all,
    name: "goodturn_slow_queries_total",
    help: `Queries that took longer than ${slow} seconds`,
    labelNames: ["query"],
  });
  const tasks = new Counter({
    ...all,
    name: "goodturn_tasks_total",
    help: "Attempts at tasks of the outbox, by how they ended",
    labelNames: ["kind", "outcome"],
  });
  const registrations = new Counter({
    ...all,
    name: "goodturn_registrations_total",
    help: "Registrations that were taken and left",
    labelNames: ["change"],
  });
  const mails = new Counter({
    ...all,
    name: "goodturn_mails_total",
    help: "Mails that were handed on, and attempts that failed",
    labelNames: ["outcome"],
  });
  const nameOf = createQueryNames();

  // These are functions, so that each can be passed on by itself.
  const request = ({ method, route, status }: Answered, seconds: number) => {
    const known = methods.has(method) ? method : "other";
    countRequest(`${known} ${route} ${status}`, seconds, () => ({ method: known, route, status }));
  };
  const query = (statement: string, seconds: number) => {
    queries.observe(seconds);
    if (seconds > slow) slowQueries.inc({ query: nameOf(statement) });
  };
  const task = (kind: string, outcome: Outcome, attempts: number) => {
    tasks.inc({ kind, outcome });
    const change = registrationOf[kind];
    if (change && attempts === 1) registrations.inc({ change });
  };

  return {
    request,
    query,
    task,
    /** Returns the mailer with its results counted. */
    counted: (mailer: Mailer): Mailer => ({
      isThere: () => mailer.isThere(),
      async send(letter, id) {
        try {
          await mailer.send(letter, id);
          mails.inc({ outcome: "sent" });
        } catch (error) {
          mails.inc({ outcome: "failed" });
          throw error;
        }
      },
    }),
    watch: (sources: Sources) => watch(registry, sources),
    figures: () => registry.getMetricsAsJSON() as Promise<object[]>,
  };
}

/** Adds the version and the start time; of several processes, the latest one. */
function tellOfBuild(registry: Registry, version: string) {
  const max = { registers: [registry], aggregator: "max" as const };
  const labelNames = ["version", "node"];
  const build = new Gauge({ ...max, name: "goodturn_build_info", help: "The version that runs, always 1", labelNames });
  build.set({ version, node: process.versions.node }, 1);
  const name = "process_start_time_seconds";
  const start = new Gauge({ ...max, name, help: "When the youngest of the processes began, in seconds since 1970" });
  start.set(Math.round(Date.now() / 1000 - process.uptime()));
}

function watch(registry: Registry, { pools, kept, viewers, outbox }: Sources): void {
  const lateOf = watchTurns();
  const gauge = (name: string, help: string, more: object, collect: (gauge: Gauge) => void | Promise<void>) =>
    new Gauge({
      registers: [registry],
      name: `goodturn_${name}`,
      help,
      ...more,
      collect() {
        return collect(this);
      },
    });
  /** Creates a counter of a value counted elsewhere. */
  const counter = (name: string, help: string, more: object, collect: (counter: Counter) => void) =>
    new Counter({
      registers: [registry],
      name: `goodturn_${name}`,
      help,
      ...more,
      collect() {
        this.reset();
        collect(this);
      },
    });
  const max = { aggregator: "max" };

  gauge("processes", "Processes that serve", {}, (one) => one.set(1));
  gauge("memory_bytes", "Memory of the processes together", {}, (one) => one.set(process.memoryUsage.rss()));
  counter("processor_seconds_total", "What the processes have used of processors", {}, (one) => {
    const { user, system } = process.cpuUsage();
    one.inc((user + system) / 1e6);
  });
  const delays = { labelNames: ["quantile"], ...max };
  gauge("event_loop_delay_seconds", "How late the event loop was in the last half minute to minute", delays, (one) => {
    for (const quantile of [0.5, 0.99, 1]) one.set({ quantile }, lateOf(quantile));
  });
  const states = { labelNames: ["pool", "state"] };
  gauge("database_connections", "Connections to the database, and requests that wait for one", states, (one) => {
    for (const { pool, used, idle, waiting } of pools()) {
      one.set({ pool, state: "used" }, used);
      one.set({ pool, state: "idle" }, idle);
      one.set({ pool, state: "waiting" }, waiting);
    }
  });
  gauge("kept_pages", "Answers that are kept", {}, (one) => one.set(kept().pages));
  gauge("kept_bytes", "Memory of the answers that are kept", {}, (one) => one.set(kept().bytes));
  const outcomes = { labelNames: ["outcome"] };
  const hits = "Requests that were answered from what is kept, and those that could have been";
  counter("kept_requests_total", hits, outcomes, (one) => {
    one.inc({ outcome: "hit" }, kept().hits);
    one.inc({ outcome: "miss" }, kept().misses);
  });
  gauge("live_viewers", "Pages that are kept up to date", {}, (one) => one.set(viewers()));

  // A single query serves the three metrics, which are read at the same time.
  let asked: Promise<{ oldest: number; failed: number } | null> | undefined;
  const look = () =>
    (asked ??= outbox()
      .catch(() => null)
      .finally(() => (asked = undefined)));
  gauge("database_up", "Whether the database answers", { aggregator: "min" }, async (one) => {
    one.set((await look()) ? 1 : 0);
  });
  for (const [name, what, help] of [
    ["outbox_oldest_seconds", "oldest", "How long the task that is due for longest has waited"],
    ["outbox_failed", "failed", "Tasks that were given up"],
  ] as const) {
    gauge(name, help, max, async (one) => {
      const read = await look();
      // Old values must not be reported again.
      if (read) one.set(read[what]);
      else one.remove();
    });
  }
}

/**
 * The requests with the same labels: the number per time limit (above the previous limit), the total number, and the
 * total time.
 */
type Times = { labels: Record<string, string | number>; counts: number[]; count: number; sum: number };

type Settings = { registry: Registry; name: string; help: string; limits: readonly number[] };

/**
 * Counts durations like prom-client's histogram, but in a fifth of its time: for a kept page, which takes twenty
 * microseconds, prom-client's would add a twentieth.
 * @returns a function that counts one; `key` identifies its labels, which are requested once
 */
function createTimes({ registry, name, help, limits }: Settings) {
  const all = new Map<string, Times>();
  const get = async () => ({
    name,
    help,
    type: "histogram",
    aggregator: "sum",
    values: [...all.values()].flatMap(valuesOf),
  });
  registry.registerMetric({ name, help, get, reset: () => all.clear() } as unknown as Parameters<
    typeof registry.registerMetric
  >[0]);

  function valuesOf({ labels, counts, count, sum }: Times) {
    let upTo = 0;
    const value = (what: string, number: number, more: object = {}) => ({
      metricName: `${name}_${what}`,
      labels: { ...more, ...labels },
      value: number,
    });
    return [
      ...limits.map((le, index) => value("bucket", (upTo += counts[index] ?? 0), { le })),
      value("bucket", count, { le: "+Inf" }),
      value("sum", sum),
      value("count", count),
    ];
  }

  return (key: string, seconds: number, labelsOf: () => Times["labels"]) => {
    let times = all.get(key);
    if (!times) all.set(key, (times = { labels: labelsOf(), counts: limits.map(() => 0), count: 0, sum: 0 }));
    times.count++;
    times.sum += seconds;
    const index = limits.findIndex((limit) => seconds <= limit);
    if (index >= 0) times.counts[index] = (times.counts[index] ?? 0) + 1;
  };
}
