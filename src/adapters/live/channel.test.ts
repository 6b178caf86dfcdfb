import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { sql } from "kysely";
import { joinEvent } from "#domain/registrations/commands.ts";
import { postgresOfTests, testDatabase } from "#test/database.ts";
import { readStream } from "#test/event-stream.ts";
import { makeIn, type Make } from "#test/make.ts";
import { createLiveNumbers, type LiveNumbers } from "./live.ts";

let make: Make;
let processes: LiveNumbers[];
beforeEach(async () => {
  make = makeIn(await testDatabase());
  processes = [];
});
afterEach(async () => {
  await Promise.all(processes.map((live) => live.close()));
});

/**
 * The live numbers of one server process, on this test's PostgreSQL; `changes` collects every change that it is told
 * of.
 */
function liveOfOneProcess(url = postgresOfTests()) {
  const changes: (string | null)[] = [];
  const onChange = (changed: string | null) => void changes.push(changed);
  const live = createLiveNumbers({ db: make.db, url, limits: { all: null, address: null }, onChange });
  processes.push(live);
  const watch = async (eventId: string) => readStream(await live.watchNumbers(eventId, "192.0.2.1"));
  return { ...live, watch, changes };
}

/** A proxy to the PostgreSQL of this test that can begin to swallow everything, like a network with a pulled cable. */
async function wayToPostgres() {
  const url = new URL(postgresOfTests() ?? "");
  const there = { host: url.hostname, port: Number(url.port) };
  let isCut = false;
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(there);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from.on("error", () => to.destroy()).on("close", () => to.destroy()));
      from.on("data", (bytes) => isCut || to.write(bytes));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  Object.assign(url, { hostname: "127.0.0.1", port: (server.address() as AddressInfo).port });
  return {
    url: url.href,
    cut: () => (isCut = true),
    mend: () => (isCut = false),
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** Makes a new member join an event, by a request to this process. */
const joinOn = async ({ announce }: LiveNumbers, eventId: string) =>
  joinEvent({ ...make.context(await make.member()), announce }, { eventId });

describe.runIf(postgresOfTests())("several processes on one PostgreSQL", () => {
  it("hear of each other's changes", async () => {
    const id = await make.event();
    const [one, other] = [liveOfOneProcess(), liveOfOneProcess()];
    const pages = [await one.watch(id), await other.watch(id)];
    for (const page of pages) await page.next();
    await listening(2);
    await joinOn(one, id);
    for (const page of pages) expect(await page.next()).toMatchObject({ data: { participant: 1 } });
    await joinOn(other, id);
    for (const page of pages) expect(await page.next()).toMatchObject({ data: { participant: 2 } });
  });

  it("hear of more events at once than one notification can contain", async () => {
    const organizer = await make.member();
    const ids = await Promise.all(Array.from({ length: 450 }, () => make.event({ organizer })));
    const [one, other] = [liveOfOneProcess(), liveOfOneProcess()];
    const pages = await Promise.all(ids.map((id) => other.watch(id)));
    for (const page of pages) await page.next();
    await listening(2);
    await make.db.updateTable("events").set({ taken: 7 }).execute();
    for (const id of ids) one.announce(id);
    for (const page of pages) expect(await page.next()).toMatchObject({ data: { participant: 7 } });
  });

  it("reread what they missed while disconnected, and listen again", async () => {
    const id = await make.event();
    const [one, other] = [liveOfOneProcess(), liveOfOneProcess()];
    const page = await other.watch(id);
    await page.next();
    await listening(2);
    await make.db.updateTable("events").set({ taken: 3 }).where("id", "=", id).execute();
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'goodturn live' and datname = current_database()`.execute(make.db);
    expect(await page.next()).toMatchObject({ data: { participant: 3 } });
    await listening(2);
    await make.db.updateTable("events").set({ taken: 4 }).where("id", "=", id).execute();
    one.announce(id);
    expect(await page.next()).toMatchObject({ data: { participant: 4 } });
  });

  it("send the remaining announcements before they stop", async () => {
    const id = await make.event();
    const [one, other] = [liveOfOneProcess(), liveOfOneProcess()];
    const page = await other.watch(id);
    await page.next();
    await listening(2);
    await make.db.updateTable("events").set({ taken: 3 }).where("id", "=", id).execute();
    one.announce(id);
    await one.close();
    expect(await page.next()).toMatchObject({ data: { participant: 3 } });
  });
});

describe.runIf(postgresOfTests())("a change", () => {
  it("is heard here at once, and once by each other process", async () => {
    const [one, other] = [liveOfOneProcess(), liveOfOneProcess()];
    await listening(2);
    await vi.waitFor(() => expect([one.changes, other.changes]).toEqual([[null], [null]]));
    one.announce("members");
    one.announce("communities");
    expect(one.changes).toEqual([null, "members", "communities"]);
    await vi.waitFor(() => expect(other.changes).toHaveLength(3), { timeout: 10_000 });
    expect(new Set(other.changes)).toEqual(new Set([null, "members", "communities"]));
    expect(one.changes).toHaveLength(3);
  });

  it("counts as lost when the network drops everything, and reconnecting reports that anything may have changed", async () => {
    const way = await wayToPostgres();
    try {
      const live = liveOfOneProcess(way.url);
      await vi.waitFor(() => expect([live.isHeard(), live.changes]).toEqual([true, [null]]), { timeout: 10_000 });
      // Longer than the time of silence after which the connection counts as lost.
      await new Promise((resolve) => setTimeout(resolve, 2500));
      expect(live.isHeard()).toBe(true);
      way.cut();
      await vi.waitFor(() => expect(live.isHeard()).toBe(false), { timeout: 10_000 });
      expect(live.changes).toEqual([null]);
      way.mend();
      await vi.waitFor(() => expect([live.isHeard(), live.changes]).toEqual([true, [null, null]]), { timeout: 30_000 });
    } finally {
      way.close();
    }
  });
});

/** Waits until this many processes listen. */
async function listening(count: number) {
  for (;;) {
    const { rows } = await sql<{ count: number }>`select count(*) from pg_stat_activity
      where application_name = 'goodturn live' and datname = current_database() and query ~ '^(listen|select 1)'`.execute(
      make.db,
    );
    if (rows[0]?.count === count) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
