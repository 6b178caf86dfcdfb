import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createMetrics } from "#platform/metrics/metrics.ts";

/** The names of all metrics that we publish; for histograms also those of their parts. */
async function published(): Promise<Set<string>> {
  const metrics = createMetrics("1.2.3");
  metrics.watch({
    pools: () => [],
    kept: () => ({ pages: 0, bytes: 0, hits: 0, misses: 0 }),
    viewers: () => 0,
    outbox: async () => ({ oldest: 0, failed: 0 }),
  });
  const figures = (await metrics.figures()) as { name: string; type: string }[];
  return new Set(
    figures.flatMap(({ name, type }) =>
      type === "histogram" ? ["_bucket", "_sum", "_count"].map((part) => name + part) : [name],
    ),
  );
}

const named = (text: string) => new Set(text.match(/\b(?:goodturn|process|nodejs)_[a-z_]+\b/g));
const rules = readFileSync("docs/samples/prometheus-rules.yml", "utf8");
const expressionsOf = (text: string) =>
  [...text.matchAll(/^ +expr: >-\n +(.*(?:\n {10}.*)*)/gm)].map(([, one = ""]) => one);

describe("the samples for Prometheus and Grafana", () => {
  it("use only metrics that we publish", async () => {
    const known = await published();
    const dashboard = JSON.parse(readFileSync("docs/samples/grafana-dashboard.json", "utf8")) as Dashboard;
    const asked = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
    expect(asked.length).toBeGreaterThan(20);
    expect(expressionsOf(rules)).toHaveLength(rules.match(/- alert:/g)?.length ?? 0);
    for (const expression of [...asked, ...expressionsOf(rules)]) {
      for (const name of named(expression)) expect(known, expression).toContain(name);
    }
    expect([...named("rate(goodturn_requests_total[5m])")].filter((name) => known.has(name))).toEqual([]);
  });

  it("show every metric that we publish", async () => {
    const shown = named(readFileSync("docs/samples/grafana-dashboard.json", "utf8"));
    const parts = [...(await published())].filter((name) => !/^goodturn_(query|request)_seconds_/.test(name));
    expect(parts.filter((name) => !shown.has(name))).toEqual([]);
  });

  it("have an alert for each row of the table in docs/hosting.md that names a threshold", () => {
    const table = readFileSync("docs/hosting.md", "utf8").match(/^\| `goodturn_.*$/gm) ?? [];
    expect(table.length).toBeGreaterThan(12);
    const inRules = named(expressionsOf(rules).join("\n"));
    const silent = table.filter((row) => ![...named(row.split("|")[1] ?? "")].some((name) => belongs(name, inRules)));
    // For these metrics, no single threshold is right everywhere.
    expect(silent.map((row) => /goodturn_\w+/.exec(row)?.[0])).toEqual([
      "goodturn_registrations_total",
      "goodturn_memory_bytes",
    ]);
  });
});

const belongs = (name: string, names: Set<string>) => [...names].some((one) => one.startsWith(name));

type Dashboard = { panels: { targets: { expr: string }[] }[] };
