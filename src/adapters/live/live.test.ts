import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { deleteEvent, updateEvent } from "#domain/organizing/commands.ts";
import { EventChanges } from "#domain/organizing/shapes.ts";
import { joinEvent, leaveEvent } from "#domain/registrations/commands.ts";
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

type Settings = Parameters<typeof createLiveNumbers>[0];
const none = { all: null, address: null };

/** The live numbers of one server process, on the database of this test. */
function liveOfOneProcess(limits: Settings["limits"] = none, more: Partial<Settings> = {}) {
  const live = createLiveNumbers({ db: make.db, url: postgresOfTests(), limits, ...more });
  processes.push(live);
  const watch = async (eventId: string, address = "192.0.2.1") => readStream(await live.watchNumbers(eventId, address));
  return { ...live, watch };
}

/** A context whose announcements go to a process. */
const contextOn = (live: Pick<LiveNumbers, "announce">, ...who: Parameters<Make["context"]>) => ({
  ...make.context(...who),
  announce: live.announce,
});

describe("watchNumbers", () => {
  it("sends the numbers at once, then each change, and nothing without a change", async () => {
    const [organizer, guest] = [await make.member(), await make.member()];
    const id = await make.event({ organizer, maxParticipant: "up to 20" });
    const live = liveOfOneProcess();
    const page = await live.watch(id);
    const before = {
      participant: 0,
      waitlisted: 0,
      waiting: 0,
      held: 0,
      passed: 0,
      capacity: 20,
      maxParticipant: "up to 20",
      status: "active",
    };
    expect(await page.next()).toEqual({ event: "numbers", data: before });

    live.announce(id);
    await joinEvent(contextOn(live, guest), { eventId: id });
    expect(await page.next()).toEqual({ event: "numbers", data: { ...before, participant: 1 } });
    await leaveEvent(contextOn(live, guest), id);
    expect(await page.next()).toEqual({ event: "numbers", data: before });
    await updateEvent(contextOn(live, organizer), id, EventChanges.parse({ maxParticipant: "No limit" }));
    const after = { ...before, capacity: null, maxParticipant: "No limit" };
    expect(await page.next()).toEqual({ event: "numbers", data: after });
  });

  it("tells each browser a different time after which to reconnect", async () => {
    const id = await make.event();
    const live = liveOfOneProcess();
    const waits = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const page = await live.watch(id);
        await page.next();
        return page.retry();
      }),
    );
    expect(new Set(waits).size).toBeGreaterThan(1);
    for (const wait of waits) expect(wait).toBeGreaterThanOrEqual(1000);
    for (const wait of waits) expect(wait).toBeLessThan(5000);
  });

  it("sends later viewers the current numbers, even right after a change", async () => {
    const id = await make.event();
    const live = liveOfOneProcess();
    await (await live.watch(id)).next();
    await joinEvent(contextOn(live, await make.member()), { eventId: id.toUpperCase() });
    const [later, last] = await Promise.all([live.watch(id), live.watch(id.toUpperCase())]);
    expect(await later.next()).toMatchObject({ data: { participant: 1 } });
    expect(await last.next()).toMatchObject({ data: { participant: 1 } });
  });

  it("combines many changes at once into one message with the latest numbers", async () => {
    const id = await make.event({ maxParticipant: "30" });
    const live = liveOfOneProcess();
    const page = await live.watch(id);
    await page.next();
    await make.db.updateTable("events").set({ taken: 28 }).where("id", "=", id).execute();
    for (let times = 0; times < 1000; times++) live.announce(id);
    await make.db.updateTable("events").set({ taken: 29 }).where("id", "=", id).execute();
    expect(await page.next()).toMatchObject({ data: { participant: 29 } });
  });

  it("keeps events separate", async () => {
    const [one, other] = [await make.event(), await make.event()];
    const live = liveOfOneProcess();
    const [first, second] = [await live.watch(one), await live.watch(other)];
    await Promise.all([first.next(), second.next()]);
    await joinEvent(contextOn(live, await make.member()), { eventId: one });
    expect(await first.next()).toMatchObject({ data: { participant: 1 } });
    await deleteEvent(contextOn(live, await organizerOf(other)), other, {});
    expect(await second.next()).toEqual({ event: "gone", data: {} });
    expect(await second.next()).toBeNull();
  });

  it("detects unannounced changes by itself", async () => {
    const id = await make.event();
    const page = await liveOfOneProcess(none, { sweepEvery: 200 }).watch(id);
    await page.next();
    await joinEvent(make.context(await make.member()), { eventId: id });
    expect(await page.next()).toMatchObject({ data: { participant: 1 } });
  });

  it("goes on after the database was unreachable, and refuses viewers until then", async () => {
    const id = await make.event();
    let isOut = false;
    const db = new Proxy(make.db, {
      get: (target, name) => {
        if (isOut) throw Object.assign(new Error("connect"), { code: "ECONNREFUSED" });
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
    const live = liveOfOneProcess({ all: 2, address: null }, { db, url: null, sweepEvery: 200 });
    const page = await live.watch(id);
    await page.next();
    isOut = true;
    await make.db.updateTable("events").set({ taken: 3 }).where("id", "=", id).execute();
    live.announce(id);
    await expect(live.watch(id)).rejects.toMatchObject({ code: "ECONNREFUSED" });
    await expect(live.watch(id)).rejects.toMatchObject({ code: "ECONNREFUSED" });
    isOut = false;
    expect(await page.next()).toMatchObject({ data: { participant: 3 } });
    expect(await (await live.watch(id)).next()).toMatchObject({ data: { participant: 3 } });
  });

  it("rejects unknown events", async () => {
    const live = liveOfOneProcess({ all: 1, address: null });
    const gone = (await make.member()).id;
    for (const id of [gone, "x", "", gone.slice(1)]) {
      await expect(live.watch(id)).rejects.toMatchObject({ code: "not_found" });
    }
    // A rejected viewer does not count toward the limit.
    await (await live.watch(await make.event())).next();
  });

  it("stores only the latest numbers for a viewer who does not read", async () => {
    const id = await make.event({ maxParticipant: "No limit" });
    const live = liveOfOneProcess();
    const [slow, quick] = [await live.watch(id), await live.watch(id)];
    await quick.next();
    for (let taken = 1; taken <= 5; taken++) {
      await make.db.updateTable("events").set({ taken }).where("id", "=", id).execute();
      live.announce(id);
      expect(await quick.next()).toMatchObject({ data: { participant: taken } });
    }
    // The frame that was already sent, followed by the latest one.
    expect(await slow.next()).toMatchObject({ data: { participant: 0 } });
    expect(await slow.next()).toMatchObject({ data: { participant: 5 } });
  });
});

describe("limits", () => {
  it("refuse viewers beyond the maximum, per address and in total, until one leaves", async () => {
    const id = await make.event();
    const live = liveOfOneProcess({ all: 3, address: 2 });
    const here = [await live.watch(id, "192.0.2.1"), await live.watch(id, "192.0.2.1")];
    await expect(live.watch(id, "192.0.2.1")).rejects.toMatchObject({ code: "too_many_viewers" });
    await live.watch(id, "2001:db8:0:1::1");
    await expect(live.watch(id, "198.51.100.1")).rejects.toMatchObject({ code: "too_many_viewers" });
    await here[0]?.leave();
    await live.watch(id, "2001:db8:0:1::2");
    await expect(live.watch(id, "192.0.2.1")).rejects.toMatchObject({ code: "too_many_viewers" });
  });
});

describe("the limit of an address", () => {
  it("still counts the remaining viewers when one leaves", async () => {
    const id = await make.event();
    const live = liveOfOneProcess({ all: null, address: 2 });
    const viewers = [await live.watch(id, "192.0.2.1"), await live.watch(id, "192.0.2.1")];
    await viewers[0]?.leave();
    await live.watch(id, "192.0.2.1");
    await expect(live.watch(id, "192.0.2.1")).rejects.toMatchObject({ code: "too_many_viewers" });
  });
});

describe("endStreams", () => {
  it("ends every stream, and new ones at once, so that browsers go to another process", async () => {
    const id = await make.event();
    const live = liveOfOneProcess();
    const page = await live.watch(id);
    await page.next();
    live.endStreams();
    expect(await page.next()).toBeNull();
    expect(await (await live.watch(id)).next()).toBeNull();
  });
});

async function organizerOf(eventId: string) {
  const row = await make.db
    .selectFrom("events")
    .innerJoin("members", "members.id", "events.organizer_id")
    .where("events.id", "=", eventId)
    .select(["members.id", "members.email"])
    .executeTakeFirstOrThrow();
  return { ...row, displayName: "Organizer", photoURL: null };
}
