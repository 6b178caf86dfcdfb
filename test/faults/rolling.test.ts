import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { mixedLoad } from "./load.ts";
import { askCaddy, type Running, startCaddy, startHaproxy, startNginx } from "./proxies.ts";
import { secondsUntil, type Site, startSite, tell } from "./site.ts";

let site: Site;
let proxy: Running | undefined;
beforeEach(async () => {
  // As on a machine with two cores.
  site = await startSite({ WEB_CONCURRENCY: "2" });
});
afterEach(async () => {
  await proxy?.stop();
  await site.close();
});

/** The time that a proxy needs to notice that an instance is back before the other stops, in milliseconds. */
const noticed = 2000;
const requestsMin = 10_000;

describe("restarting two instances in turn, again and again", () => {
  it.each([
    ["nginx", startNginx],
    ["HAProxy", startHaproxy],
    ["Caddy", startCaddy],
  ])("behind %s fails none of 10,000 requests", async (name, startProxy) => {
    const [one, two] = site.instances;
    proxy = await startProxy([one.port, two.port]);
    const load = await mixedLoad(site.make, proxy.address);
    const restarts: number[] = [];
    const restart = async () => {
      while (load.figures().requests < requestsMin || restarts.length < 2) {
        for (const instance of [one, two]) {
          await pause(noticed);
          const begun = performance.now();
          expect(await instance.stop()).toBe(0);
          await instance.start();
          await secondsUntil(`${instance.address}/readyz`, 200);
          restarts.push(Math.round((performance.now() - begun) / 100) / 10);
        }
      }
    };
    await load.run(restart());
    tell(`rolling restart behind ${name}`, { ...load.figures(), "seconds for each restart": restarts });
    if (load.figures().failed > 0) process.stdout.write(proxy.written());
    expect(load.figures()).toMatchObject({ failed: 0, byReason: {} });
    await load.expectKept();
  });
});

describe("the sample for Caddy", () => {
  it("serves with https, and says so if no instance is available", async () => {
    const [one, two] = site.instances;
    proxy = await startCaddy([one.port, two.port], "https");
    const { status, headers } = await askCaddy(proxy.address, "/upcoming-events");
    expect([status, headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
    await Promise.all([one.stop(), two.stop()]);
    expect((await askCaddy(proxy.address, "/")).status).toBeGreaterThanOrEqual(502);
  });
});
