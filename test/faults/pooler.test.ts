import { setTimeout as pause } from "node:timers/promises";
import { Client } from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Cluster, startCluster } from "../setup/cluster.ts";
import { ask, makeCrowd } from "../setup/crowd.ts";
import { mixedLoad } from "./load.ts";
import { type Running, startNginx, startPgbouncer } from "./proxies.ts";
import { type Site, startSite, tell } from "./site.ts";

let cluster: Cluster;
let pooler: Running;
let proxy: Running | undefined;
let site: Site;
beforeEach(async () => {
  cluster = await startCluster({ synchronous_commit: "on" });
  const url = cluster.url("postgres");
  pooler = await startPgbouncer(url);
  site = await startSite({ DATABASE_URL: pooler.address, DATABASE_DIRECT_URL: url, WEB_CONCURRENCY: "2" }, { cluster });
});
afterEach(async () => {
  await proxy?.stop();
  await site.close();
  await pooler.stop();
});

describe("pgbouncer in transaction mode", () => {
  it("fails no request, and instances hear of each other's changes", async () => {
    const [one, two] = site.instances;
    proxy = await startNginx([one.port, two.port]);
    const load = await mixedLoad(site.make, proxy.address);
    await load.run(pause(15_000));
    const eventId = await site.make.event({ maxParticipant: "20" });
    const [person] = await makeCrowd(site.make, 1);
    const shown = async () => {
      const answer = await fetch(`${two.address}/api/view-event/${eventId}`);
      return ((await answer.json()) as { participant: number }).participant;
    };
    expect(await shown()).toBe(0);
    expect((await ask(one.address, person!, "POST", "/join-event", { eventId })).status).toBe(200);
    const begun = performance.now();
    while ((await shown()) === 0) await pause(10);
    const heard = Math.round(performance.now() - begun);
    tell("pgbouncer in transaction mode", { ...load.figures(), "ms until the other instance shows a change": heard });
    expect(load.figures()).toMatchObject({ failed: 0, byReason: {} });
    await load.expectKept();
  });

  it("keeps the limit on waiting for a row, and returns connections in their original state", async () => {
    const eventId = await site.make.event({ maxParticipant: "20" });
    const [person] = await makeCrowd(site.make, 1);
    const holder = new Client(cluster.url("postgres"));
    await holder.connect();
    await holder.query("begin");
    await holder.query("select 1 from events where id = $1 for update", [eventId]);
    const begun = performance.now();
    const refused = await ask(site.instances[0].address, person!, "POST", "/join-event", { eventId });
    const seconds = Math.round((performance.now() - begun) / 100) / 10;
    await holder.query("rollback");
    await holder.end();
    const client = new Client(pooler.address);
    await client.connect();
    const { rows } = await client.query<{ limits: string }>(
      "select current_setting('statement_timeout') || ' ' || current_setting('lock_timeout') as limits",
    );
    await client.end();
    tell("a locked row through pgbouncer", { status: refused.status, seconds });
    expect([refused.status, rows]).toEqual([503, [{ limits: "0 0" }]]);
  });
});
