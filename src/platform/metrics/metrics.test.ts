import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createMetrics } from "./metrics.ts";
import { createQueryNames } from "./query-names.ts";
import { together } from "./together.ts";

const sources = {
  pools: () => [{ pool: "main", used: 3, idle: 2, waiting: 1 }],
  kept: () => ({ pages: 2, bytes: 9000, hits: 7, misses: 4 }),
  viewers: () => 5,
  outbox: async () => ({ oldest: 61.5, failed: 2 }),
};

/** Returns two letters, different for each number. */
const letters = (number: number) => String.fromCharCode(97 + (number % 26), 97 + Math.floor(number / 26));

/** The lines of the metrics whose name begins like this. */
const linesOf = (text: string, name: string) => text.split("\n").filter((line) => line.startsWith(`goodturn_${name}`));

describe("createMetrics", () => {
  it("counts requests by method, route and status, and unknown methods as one", async () => {
    const metrics = createMetrics("1.2.3");
    metrics.request({ method: "GET", route: "/view-event/:id", status: 200 }, 0.004);
    metrics.request({ method: "GET", route: "/view-event/:id", status: 200 }, 0.3);
    metrics.request({ method: "PROPFIND", route: "(no page)", status: 404 }, 0.001);
    metrics.request({ method: "UNLOCK", route: "(no page)", status: 404 }, 0.001);
    const text = await together([await metrics.figures()]);
    const labels = 'method="GET",route="/view-event/:id",status="200"';
    expect(linesOf(text, "request_seconds_count")).toEqual([
      `goodturn_request_seconds_count{${labels}} 2`,
      'goodturn_request_seconds_count{method="other",route="(no page)",status="404"} 2',
    ]);
    expect(text).toContain(`goodturn_request_seconds_bucket{le="0.005",${labels}} 1\n`);
    expect(text).toContain(`goodturn_request_seconds_bucket{le="0.5",${labels}} 2\n`);
  });

  it("counts slow queries by name, and all queries by time", async () => {
    const metrics = createMetrics("1.2.3");
    metrics.query('select "id" from "events" where "title" = $1', 0.01);
    metrics.query('select "id" from "events" where "title" = $1', 0.3);
    const text = await together([await metrics.figures()]);
    expect(linesOf(text, "slow_queries_total")).toEqual(['goodturn_slow_queries_total{query="select events"} 1']);
    expect(linesOf(text, "query_seconds_count")).toEqual(["goodturn_query_seconds_count 2"]);
  });

  it("counts each registration once, regardless of retries, and mails by result", async () => {
    const metrics = createMetrics("1.2.3");
    metrics.task("registration_joined", "failed", 1);
    metrics.task("registration_joined", "done", 2);
    metrics.task("registration_left", "done", 1);
    metrics.task("reminder", "given_up", 16);
    let isRefused = false;
    const mailer = metrics.counted({
      isThere: async () => true,
      send: () => (isRefused ? Promise.reject(new Error("451 later")) : Promise.resolve()),
    });
    const letter = {} as Parameters<typeof mailer.send>[0];
    await mailer.send(letter, "1");
    isRefused = true;
    await expect(mailer.send(letter, "2")).rejects.toThrow("451 later");
    const text = await together([await metrics.figures()]);
    expect(linesOf(text, "registrations_total").toSorted()).toEqual([
      'goodturn_registrations_total{change="left"} 1',
      'goodturn_registrations_total{change="taken"} 1',
    ]);
    expect(linesOf(text, "mails_total")).toEqual([
      'goodturn_mails_total{outcome="sent"} 1',
      'goodturn_mails_total{outcome="failed"} 1',
    ]);
    expect(linesOf(text, "tasks_total")).toContain('goodturn_tasks_total{kind="reminder",outcome="given_up"} 1');
  });

  it("reads current values on request, and reports only the outage while the database is unreachable", async () => {
    const metrics = createMetrics("1.2.3");
    let isThere = true;
    metrics.watch({
      ...sources,
      outbox: () => (isThere ? sources.outbox() : Promise.reject(new Error("connect ECONNREFUSED"))),
    });
    const text = await together([await metrics.figures()]);
    for (const line of [
      "goodturn_processes 1",
      'goodturn_database_connections{pool="main",state="used"} 3',
      'goodturn_database_connections{pool="main",state="waiting"} 1',
      "goodturn_kept_pages 2",
      "goodturn_kept_bytes 9000",
      'goodturn_kept_requests_total{outcome="hit"} 7',
      'goodturn_kept_requests_total{outcome="miss"} 4',
      "goodturn_live_viewers 5",
      "goodturn_database_up 1",
      "goodturn_outbox_oldest_seconds 61.5",
      "goodturn_outbox_failed 2",
    ]) {
      expect(text.split("\n")).toContain(line);
    }
    expect(linesOf(text, "event_loop_delay_seconds{")).toHaveLength(3);
    expect(text).toContain(`goodturn_build_info{version="1.2.3",node="${process.versions.node}"} 1\n`);
    const [, begun = "0"] = /^process_start_time_seconds (\d+)$/m.exec(text) ?? [];
    expect(Math.abs(Number(begun) - (Date.now() / 1000 - process.uptime()))).toBeLessThan(60);
    isThere = false;
    const without = await together([await metrics.figures()]);
    expect(linesOf(without, "database_up")).toEqual(["goodturn_database_up 0"]);
    expect(linesOf(without, "outbox_")).toEqual([]);
  });
});

describe("the metrics", () => {
  it("are all listed in the hosting documentation, and no others", async () => {
    const metrics = createMetrics("1.2.3");
    metrics.watch(sources);
    const told =
      readFileSync("docs/hosting.md", "utf8").match(/\b(goodturn_[a-z_]+|process_start_time_seconds)\b/g) ?? [];
    const names = (await metrics.figures()).map((figure) => (figure as { name: string }).name);
    expect([...new Set(told)].toSorted()).toEqual(names.toSorted());
  });
});

describe("together", () => {
  it("adds up the counts of processes, and takes the worst of shared values", async () => {
    const [one, other] = [createMetrics("1.2.3"), createMetrics("1.2.3")];
    one.watch(sources);
    other.watch({ ...sources, viewers: () => 2, outbox: async () => ({ oldest: 70, failed: 2 }) });
    for (const metrics of [one, other, other]) {
      metrics.request({ method: "GET", route: "/", status: 200 }, 0.1);
    }
    const text = await together([await one.figures(), await other.figures()]);
    for (const line of [
      "goodturn_processes 2",
      "goodturn_live_viewers 7",
      'goodturn_request_seconds_count{method="GET",route="/",status="200"} 3',
      "goodturn_outbox_oldest_seconds 70",
      "goodturn_outbox_failed 2",
      "goodturn_database_up 1",
    ]) {
      expect(text.split("\n")).toContain(line);
    }
  });
});

describe("createQueryNames", () => {
  it("names a statement by its verb and its first table, without values", () => {
    const nameOf = createQueryNames();
    expect(
      [
        'select "a" from "events" where "x" = $1',
        'insert into "outbox" ("id") values ($1)',
        "update outbox o set attempts = 1 from (select id from outbox) due",
        'delete from "sessions"',
        "vacuum (analyze)",
        "begin",
        "select clock_timestamp() as time",
      ].map(nameOf),
    ).toEqual(["select events", "insert outbox", "update outbox", "delete sessions", "vacuum", "other", "select"]);
  });

  it("gives a limited number of names", () => {
    const nameOf = createQueryNames();
    const names = Array.from({ length: 200 }, (_, index) => nameOf(`select 1 from t_${letters(index)}`));
    expect(new Set(names).size).toBe(61);
    expect(names.at(-1)).toBe("other");
    expect(nameOf("select 1 from t_aa")).toBe("select t_aa");
  });
});
