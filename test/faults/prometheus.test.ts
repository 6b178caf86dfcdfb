import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, it } from "vitest";

// docs/samples/prometheus-rules.yml, read and evaluated by Prometheus's own promtool.

const rules = resolve("docs/samples/prometheus-rules.yml");
const promtool = (...words: string[]) => {
  const { status, stdout, stderr, error } = spawnSync("promtool", words, { encoding: "utf8" });
  return { status, written: stdout + stderr, error };
};
const isMissing = promtool("--version").error !== undefined;
if (isMissing)
  process.stdout.write("The rules for Prometheus are not tried: promtool is missing: apt-get install prometheus\n");

/** A metric of one instance in Prometheus's notation: a first value, and an increase every 15 seconds. */
type Figures = Record<string, string>;
/** Values that trigger each alert, values that nearly do, and the minutes to wait. */
const alarms: Record<string, [rings: Figures, silent: Figures, minutes?: number]> = {
  GoodturnDatabaseAway: [{ goodturn_database_up: "0x20" }, { goodturn_database_up: "1x20" }],
  GoodturnInstanceAway: [{ 'up{job="goodturn"}': "0x20" }, { 'up{job="other"}': "0x20" }],
  GoodturnFewerProcesses: [{ goodturn_processes: "4 4 3x20" }, { goodturn_processes: "4x20" }],
  GoodturnRestarts: [
    { process_start_time_seconds: "100 100 200 300 400x20" },
    { process_start_time_seconds: "100 100 200 300x20" },
  ],
  GoodturnErrors: [
    {
      'goodturn_request_seconds_count{status="200"}': "0+98x20",
      'goodturn_request_seconds_count{status="503"}': "0+2x20",
    },
    {
      'goodturn_request_seconds_count{status="200"}': "0+999x20",
      'goodturn_request_seconds_count{status="503"}': "0+1x20",
      'goodturn_request_seconds_count{status="404"}': "0+99x20",
    },
  ],
  GoodturnSlowPages: [
    {
      'goodturn_request_seconds_bucket{method="GET",route="/",le="1"}': "0+1x60",
      'goodturn_request_seconds_bucket{method="GET",route="/",le="2.5"}': "0+9x60",
      'goodturn_request_seconds_bucket{method="GET",route="/",le="+Inf"}': "0+9x60",
    },
    {
      'goodturn_request_seconds_bucket{method="GET",route="/",le="1"}': "0+8x60",
      'goodturn_request_seconds_bucket{method="GET",route="/",le="2.5"}': "0+9x60",
      'goodturn_request_seconds_bucket{method="GET",route="/",le="+Inf"}': "0+9x60",
    },
    10,
  ],
  GoodturnEventLoopLate: [
    { 'goodturn_event_loop_delay_seconds{quantile="0.5"}': "0.2x60" },
    { 'goodturn_event_loop_delay_seconds{quantile="1"}': "0.2x60" },
    10,
  ],
  GoodturnConnectionsWanted: [
    { 'goodturn_database_connections{state="waiting"}': "1x20" },
    { 'goodturn_database_connections{state="used"}': "20x20" },
  ],
  GoodturnSlowQueries: [{ goodturn_slow_queries_total: "0+30x60" }, { goodturn_slow_queries_total: "0+10x60" }, 12],
  GoodturnOutboxLate: [{ goodturn_outbox_oldest_seconds: "301x20" }, { goodturn_outbox_oldest_seconds: "299x20" }],
  GoodturnTasksGivenUp: [{ goodturn_outbox_failed: "1 1 1 2x20" }, { goodturn_outbox_failed: "2x20" }],
  GoodturnMailsFail: [
    { 'goodturn_mails_total{job="goodturn",outcome="failed"}': "0+1x20", 'up{job="goodturn"}': "1x20" },
    {
      'goodturn_mails_total{job="goodturn",outcome="failed"}': "0+1x20",
      'goodturn_mails_total{job="goodturn",outcome="sent"}': "0+2x20",
    },
  ],
  GoodturnKeptMissed: [
    {
      'goodturn_kept_requests_total{outcome="hit"}': "0+1x600",
      'goodturn_kept_requests_total{outcome="miss"}': "0+2x600",
    },
    {
      'goodturn_kept_requests_total{outcome="hit"}': "0+2x600",
      'goodturn_kept_requests_total{outcome="miss"}': "0+1x600",
    },
    120,
  ],
  GoodturnLiveViewersFull: [{ goodturn_live_viewers: "18001x20" }, { goodturn_live_viewers: "17999x20" }],
};

const folder = mkdtempSync(join(tmpdir(), "goodturn-prometheus-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Tests with promtool whether an alert fires; promtool fails if the alerts differ from the expected ones. */
function rings(alarm: string, figures: Figures, minutes: number): boolean {
  const file = join(folder, "test.yml");
  const test = {
    rule_files: [rules],
    evaluation_interval: "15s",
    tests: [
      {
        interval: "15s",
        input_series: Object.entries(figures).map(([series, values]) => ({ series, values })),
        // No alert is expected to fire.
        alert_rule_test: [{ eval_time: `${minutes}m`, alertname: alarm, exp_alerts: [] }],
      },
    ],
  };
  // JSON is YAML.
  writeFileSync(file, JSON.stringify(test));
  const { status, written } = promtool("test", "rules", file);
  if (status !== 0 && !written.includes(`alertname: ${alarm}`)) throw new Error(written);
  return status !== 0;
}

describe.skipIf(isMissing)("the rules for Prometheus", () => {
  it("are valid", () => {
    expect(promtool("check", "rules", rules)).toMatchObject({ status: 0 });
  });

  it("are all tested", () => {
    const names = [...readFileSync(rules, "utf8").matchAll(/- alert: (\w+)/g)].map(([, name = ""]) => name);
    expect(Object.keys(alarms).toSorted()).toEqual(names.toSorted());
  });

  it.each(Object.entries(alarms))(
    "fire for %s when they should, and not before",
    (alarm, [ringing, silent, minutes = 4]) => {
      expect([rings(alarm, ringing, minutes), rings(alarm, silent, minutes)]).toEqual([true, false]);
    },
  );
});
