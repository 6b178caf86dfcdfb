import type { Registry } from "prom-client";

/** Requests that have the same labels: how many took at most as long as each limit and no less than the one before, and all together. */
type Times = { labels: Record<string, string | number>; counts: number[]; count: number; sum: number };

type Settings = { registry: Registry; name: string; help: string; limits: readonly number[] };

/**
 * Counts how long something takes, as prom-client's histogram does and in a fifth of its time: for a kept page, which takes twenty
 * microseconds, one of its own would be a twentieth.
 * @returns what counts one; `key` names its labels, which are asked for once
 */
export function createTimes({ registry, name, help, limits }: Settings) {
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
