import { sql } from "kysely";
import { setTimeout as pause } from "node:timers/promises";
import { Client } from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ask, makeCrowd, type Person } from "../setup/crowd.ts";
import { mixedLoad } from "./load.ts";
import { secondsUntil, type Site, startSite, statusOf, tell } from "./site.ts";

let site: Site;
let address: string;
let eventId: string;
let people: Person[];
beforeEach(async () => {
  site = await startSite();
  address = site.instances[0].address;
  eventId = await site.make.event({ maxParticipant: "1000" });
  people = await makeCrowd(site.make, 40);
});
afterEach(() => site.close());

const join = (person: Person, id = eventId) => ask(address, person, "POST", "/join-event", { eventId: id });

/** Tries to join, one person after the other. @returns after how many seconds one succeeded */
async function secondsUntilJoined(): Promise<number> {
  const begun = performance.now();
  for (;;) {
    const { status, said } = await join(people[0]!);
    if (status === 200 || said.code === "already_joined") return (performance.now() - begun) / 1000;
    expect(status).toBe(503);
    await pause(50);
  }
}

/** Waits until both instances listen for changes. @returns how many seconds after `begun` that is */
async function secondsUntilHeard(begun: number): Promise<number> {
  for (;;) {
    const { rows } = await sql`select from pg_stat_activity where application_name = 'goodturn live'`.execute(
      site.make.db,
    );
    if (rows.length === 2) return (performance.now() - begun) / 1000;
    await pause(50);
  }
}

describe("PostgreSQL", () => {
  it("may fail some requests while restarted under load, but loses nothing and works again within 5 s", async () => {
    const load = await mixedLoad(site.make, address);
    let seconds = Infinity;
    const restart = async () => {
      await pause(2000);
      await site.cluster.halt();
      await site.cluster.resume();
      seconds = await secondsUntilJoined();
      await pause(3000);
    };
    await load.run(restart());
    tell("PostgreSQL restarted", { ...load.figures(), "seconds until people join": seconds });
    expect(seconds).toBeLessThan(5);
    expect(Object.keys(load.figures().byReason).filter((reason) => !/ 503/.test(reason))).toEqual([]);
    await load.expectKept();
  });

  it("may be gone for 30 s: /readyz reports it, cached pages stay, and all works within 5 s of its return", async () => {
    const ready = `${address}/readyz`;
    const kept = ["/", "/upcoming-events", "/api/events", `/view-event/${eventId}`, "/aboutUs"];
    const statuses = () => Promise.all(kept.map((path) => statusOf(address + path)));
    expect(new Set(await statuses())).toEqual(new Set([200]));
    await site.cluster.halt();
    const toldAfter = await secondsUntil(ready, 503);
    const seen: Record<string, Set<number | null>> = {};
    const slowest: Record<string, number> = {};
    const until = performance.now() + 30_000;
    while (performance.now() < until) {
      for (const path of [...kept, "/healthz"]) {
        const begun = performance.now();
        (seen[path] ??= new Set()).add(await statusOf(address + path));
        slowest[path] = Math.max(slowest[path] ?? 0, Math.round(performance.now() - begun));
      }
      await pause(500);
    }
    const refused = await join(people[1]!);
    await site.cluster.resume();
    const returned = performance.now();
    const figures = {
      "seconds until /readyz says no": toldAfter,
      "seconds until it says yes": await secondsUntil(ready, 200),
      "seconds until people join": await secondsUntilJoined(),
      "seconds until pages": await secondsUntil(`${address}/upcoming-events`, 200),
      "seconds until both instances hear each other": await secondsUntilHeard(returned),
      refused,
      statuses: Object.fromEntries(Object.entries(seen).map(([path, all]) => [path, [...all]])),
      "slowest, ms": slowest,
    };
    tell("PostgreSQL gone for 30 s", figures);
    expect(figures["seconds until /readyz says no"]).toBeLessThan(5);
    expect(figures["seconds until it says yes"]).toBeLessThan(5);
    expect(figures["seconds until people join"]).toBeLessThan(5);
    expect(figures["seconds until pages"]).toBeLessThan(5);
    expect(figures["seconds until both instances hear each other"]).toBeLessThan(5);
    expect(refused.status).toBe(503);
    expect([...(seen["/healthz"] ?? [])]).toEqual([200]);
    for (const path of kept)
      expect([path, [...seen[path]!].filter((status) => status !== 200 && status !== 503)]).toEqual([path, []]);
  });

  it("causes 503 when it has no free connection, while pages and /readyz work on", async () => {
    const others: Client[] = [];
    const paths = ["/", "/upcoming-events", "/readyz", "/api/events?search=beach"];
    for (const path of paths) await statusOf(address + path);
    await join(people[0]!);
    // Longer than unused connections stay open, except for the few that we keep.
    await pause(11_000);
    // Another user of this PostgreSQL takes all connections that are not reserved for its superuser.
    await sql`create role others login`.execute(site.make.db);
    const url = site.cluster.url("postgres").replace("postgres@", "others@");
    let refusal: unknown;
    while (refusal === undefined) {
      const client = new Client(url);
      client.on("error", () => {});
      refusal = await client.connect().then(
        () => void others.push(client),
        (error: { code?: string }) => error.code,
      );
    }
    expect(refusal).toBe("53300");
    const answers = await Promise.all(people.slice(1).map((person) => join(person)));
    const statuses = Map.groupBy(answers, ({ status }) => status);
    const pages: (number | null)[] = [];
    for (const path of paths) pages.push(await statusOf(address + path));
    await Promise.all(others.map((client) => client.end()));
    const seconds = await secondsUntilJoined();
    tell("PostgreSQL without a connection left", {
      connections: others.length,
      joins: Object.fromEntries([...statuses].map(([status, all]) => [status, all.length])),
      pages,
      "seconds until people join": seconds,
    });
    expect([...statuses.keys()].filter((status) => status !== 200 && status !== 503)).toEqual([]);
    expect(pages).toEqual([200, 200, 200, 200]);
    expect(statuses.get(200)?.length).toBeGreaterThan(0);
    expect(seconds).toBeLessThan(5);
  });
});

describe("a lock on one event's row", () => {
  it("delays only people who join that event", async () => {
    const other = await site.make.event({ maxParticipant: "1000" });
    const [locked, free] = [people.slice(0, 20), people.slice(20)];
    const holder = new Client(site.cluster.url("postgres"));
    await holder.connect();
    await holder.query("begin");
    await holder.query("select 1 from events where id = $1 for update", [eventId]);
    let answered = 0;
    const waiting = locked.map((person) => join(person).finally(() => answered++));
    await pause(300);
    const begun = performance.now();
    const others = await Promise.all([
      ...["/upcoming-events", "/readyz", `/view-event/${eventId}`].map((path) => statusOf(address + path)),
      ...free.map(async (person) => (await join(person, other)).status),
    ]);
    const seconds = (performance.now() - begun) / 1000;
    const answeredBefore = answered;
    const refused = (await Promise.all(waiting)).map(({ status }) => status);
    await holder.query("rollback");
    await holder.end();
    const back = await secondsUntilJoined();
    tell("one row locked", {
      "others, by status": counted(others),
      "seconds for all of them": seconds,
      "people who wanted it": counted(refused),
      "seconds until people join": back,
    });
    expect(others.filter((status) => status !== 200)).toEqual([]);
    // No request had to wait until others gave up.
    expect(answeredBefore).toBe(0);
    expect(refused.filter((status) => status !== 503)).toEqual([]);
    expect(back).toBeLessThan(5);
  });
});

const counted = (statuses: (number | null)[]) =>
  Object.fromEntries([...Map.groupBy(statuses, String)].map(([status, all]) => [status, all.length]));
