import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { mixedLoad } from "./load.ts";
import { type Running, startHaproxy } from "./proxies.ts";
import { secondsUntil, type Site, startSite, tell } from "./site.ts";

let site: Site;
let proxy: Running | undefined;
beforeEach(async () => {
  site = await startSite({ WEB_CONCURRENCY: "2" });
});
afterEach(async () => {
  await proxy?.stop();
  await site.close();
});

/** The number of kills of instances; they take turns. */
const kills = 6;
/** The requests that may be in flight on an instance, or a worker, when it is killed: all of them. */
const underWayMax = 16;

describe("kill -9 of an instance, again and again, while people read, join and leave", () => {
  it("loses no acknowledged change, makes no registration twice, and fails only requests in flight", async () => {
    const { instances } = site;
    proxy = await startHaproxy([instances[0].port, instances[1].port]);
    const load = await mixedLoad(site.make, proxy.address);
    const secondsAway: number[] = [];
    const killInTurn = async () => {
      for (let turn = 0; turn < kills; turn++) {
        const instance = instances[turn % 2]!;
        // Waits until the proxy knows that the other one is back.
        await pause(2500 + Math.random() * 500);
        const begun = performance.now();
        await instance.kill();
        await instance.start();
        await secondsUntil(`${instance.address}/readyz`, 200);
        secondsAway.push(Math.round((performance.now() - begun) / 100) / 10);
      }
    };
    await load.run(killInTurn());
    tell("kill -9 of an instance", { kills, ...load.figures(), "seconds until back": secondsAway });
    await load.expectKept();
    expect(load.figures().failed).toBeLessThanOrEqual(kills * underWayMax);
  });
});

describe("kill -9 of a worker, again and again, while people read, join and leave", () => {
  it("loses no acknowledged change and makes no registration twice, and a new worker takes its place", async () => {
    const [instance] = site.instances;
    const load = await mixedLoad(site.make, instance.address);
    const secondsAway: number[] = [];
    const killInTurn = async () => {
      for (let turn = 0; turn < kills; turn++) {
        await pause(2500 + Math.random() * 500);
        const [first] = instance.workers();
        const begun = performance.now();
        process.kill(first ?? 0, "SIGKILL");
        while (instance.workers().includes(first ?? 0) || instance.workers().length < 2) await pause(20);
        await secondsUntil(`${instance.address}/readyz`, 200);
        secondsAway.push(Math.round((performance.now() - begun) / 100) / 10);
      }
    };
    await load.run(killInTurn());
    tell("kill -9 of a worker", { kills, ...load.figures(), "seconds until another begins": secondsAway });
    await load.expectKept();
    expect(load.figures().failed).toBeLessThanOrEqual(kills * underWayMax);
  });
});
