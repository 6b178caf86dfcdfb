import { beforeEach, describe, expect, it } from "vitest";
import { createLiveNumbers } from "#adapters/live/live.ts";
import { testDatabase } from "#test/database.ts";
import { readStream } from "#test/event-stream.ts";
import { makeIn, type Make } from "#test/make.ts";
import { createApi } from "#api/index.ts";

let make: Make;
beforeEach(async () => {
  make = makeIn(await testDatabase());
});

const get = (id: string, method = "GET", api = createApi(make)) =>
  api.request(`/events/${id}/live`, { method }, { address: "192.0.2.1" });

describe("GET /events/{id}/live", () => {
  it("streams the event's numbers to every caller, without caching or buffering", async () => {
    const id = await make.event({ maxParticipant: "20-50" });
    await make.join({ eventId: id });
    const answer = await get(id);
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "text/event-stream",
      "cache-control": "no-store",
      "x-accel-buffering": "no",
    });
    const page = readStream(answer.body!);
    expect(await page.next()).toEqual({
      event: "numbers",
      data: {
        participant: 1,
        waitlisted: 0,
        waiting: 0,
        held: 0,
        passed: 0,
        capacity: 50,
        maxParticipant: "20-50",
        status: "active",
      },
    });
    await page.leave();
  });

  it("tells viewers when the event is canceled", async () => {
    const id = await make.event();
    await make.db.updateTable("events").set({ cancelled_at: new Date() }).where("id", "=", id).execute();
    const page = readStream((await get(id)).body!);
    expect(await page.next()).toMatchObject({ data: { status: "cancelled" } });
    await page.leave();
  });

  it("does not count HEAD requests as watching", async () => {
    const id = await make.event();
    const { watchNumbers } = liveNumbersOf({ all: 1, address: null });
    const api = createApi({ ...make, watchNumbers });
    expect((await get(id, "HEAD", api)).status).toBe(200);
    expect((await get(id, "HEAD", api)).status).toBe(200);
    const page = readStream((await get(id, "GET", api)).body!);
    expect(await page.next()).toMatchObject({ event: "numbers" });
    expect((await get(id, "GET", api)).status).toBe(429);
    await page.leave();
  });
});

const liveNumbersOf = (limits: Parameters<typeof createLiveNumbers>[0]["limits"]) =>
  createLiveNumbers({ db: make.db, url: null, limits });
