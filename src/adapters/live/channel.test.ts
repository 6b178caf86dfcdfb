import { afterEach, beforeEach, describe, expect, it } from "vitest";
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

/** What one server process has of it, on the PostgreSQL of this test. */
function liveOfOneProcess() {
  const live = createLiveNumbers({ db: make.db, url: postgresOfTests(), limits: { all: null, address: null } });
  processes.push(live);
  const watch = async (eventId: string) => readStream(await live.watchNumbers(eventId, "192.0.2.1"));
  return { ...live, watch };
}

/** Somebody new joins an event, by a request that this process has got. */
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

  it("hear of more events at once than one notification holds", async () => {
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

  it("read again what was told while nobody could hear it, and hear again", async () => {
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

  it("tell the rest of what was announced before they stop", async () => {
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

/** Waits until so many processes listen. */
async function listening(count: number) {
  for (;;) {
    const { rows } = await sql<{ count: number }>`select count(*) from pg_stat_activity
      where application_name = 'goodturn live' and datname = current_database() and query like 'listen%'`.execute(
      make.db,
    );
    if (rows[0]?.count === count) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
