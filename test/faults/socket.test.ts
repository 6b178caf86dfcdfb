import { chmodSync, rmSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Cluster, startCluster } from "../setup/cluster.ts";
import { ask, makeCrowd, type Person } from "../setup/crowd.ts";
import { makeOpenFolder } from "../setup/own-environment.ts";
import { secondsUntil, type Site, startSite, statusOf, tell } from "./site.ts";

// The same over TCP, for longer, is in database.test.ts.

let folder: string;
let cluster: Cluster;
let site: Site;
let address: string;
let eventId: string;
let people: Person[];
beforeEach(async () => {
  // PostgreSQL refuses a socket whose path is longer than 107 bytes.
  folder = makeOpenFolder("goodturn-socket-");
  chmodSync(folder, 0o777);
  cluster = await startCluster({ synchronous_commit: "on", max_connections: 80, unix_socket_directories: folder });
  const { port } = new URL(cluster.url("postgres"));
  // As in docs/hosting.md, with another folder, port and user.
  const url = (name: string) => `postgres:///${name}?host=${folder}&port=${port}&user=postgres`;
  site = await startSite({}, { cluster: { ...cluster, url } });
  address = site.instances[0].address;
  eventId = await site.make.event({ maxParticipant: "1000" });
  people = await makeCrowd(site.make, 100);
});
afterEach(async () => {
  await site?.close();
  rmSync(folder, { recursive: true, force: true });
});

describe("PostgreSQL behind a Unix socket", () => {
  it("causes 503 on every path when stopped, never 500, and all works again after its return", async () => {
    let next = 0;
    const joins = () => ask(address, people[next++]!, "POST", "/join-event", { eventId });
    expect((await joins()).status).toBe(200);
    await cluster.halt();
    const seen = new Set<string>();
    for (let round = 0; round < 20; round++) {
      const answers = await Promise.all([joins(), joins(), ask(address, people[0]!, "GET", "/joined-events")]);
      for (const { status, said } of answers) seen.add(`${status} ${said.code}`);
      for (const path of [`/view-event/${eventId}`, "/upcoming-events?search=tree", "/api/events"])
        seen.add(`${await statusOf(address + path)}`);
      await pause(200);
    }
    expect(await statusOf(`${address}/readyz`)).toBe(503);
    expect(await statusOf(`${address}/healthz`)).toBe(200);
    expect(await statusOf(`${address}/aboutUs`)).toBe(200);
    // Cached pages are served for two seconds.
    seen.delete("200");
    expect([...seen].toSorted()).toEqual(["503", "503 unavailable"]);
    await cluster.resume();
    const seconds = await secondsUntil(`${address}/readyz`, 200);
    tell("PostgreSQL stopped behind its socket", { "seconds until /readyz says yes": seconds });
    await expect.poll(async () => (await joins()).status, { timeout: 20_000 }).toBe(200);
    expect(await statusOf(`${address}/view-event/${eventId}`)).toBe(200);
  });
});
