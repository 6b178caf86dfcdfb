import { beforeEach, describe, expect, it } from "vitest";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make } from "#test/make.ts";
import { columnsAt } from "./placing.ts";
import { listPins } from "./pins.ts";
import { listEvents } from "./queries.ts";

let make: Make;
beforeEach(async () => {
  make = makeIn(await testDatabase());
});

const porto = { lat: 41.15, lon: -8.61 };
const lisbon = { lat: 38.72, lon: -9.14 };
const aroundPorto = "-8.7,41.1,-8.5,41.2";

async function eventAt(point: typeof porto | null, wishes: Parameters<Make["event"]>[0] = {}) {
  const id = await make.event(wishes);
  if (point)
    await make.db
      .updateTable("events")
      .set(columnsAt(point, null, true))
      .where("id", "=", id)
      .execute();
  return id;
}

const pinned = async (filter: Parameters<typeof listPins>[1]) => {
  const { pins, isMore } = await listPins(make.context(), filter);
  expect(isMore).toBe(false);
  return pins.map(({ _id, lat, lon }) => ({ _id, lat, lon }));
};

describe("listPins", () => {
  it("shows the matching events at their points, and none without a point", async () => {
    const [food, walk] = [await eventAt(porto, { eventType: "food" }), await eventAt(lisbon)];
    await eventAt(null);
    const cancelled = await eventAt(porto, { cancelReason: "Storm" });
    expect(await pinned({})).toEqual([
      { _id: food, ...porto },
      { _id: walk, ...lisbon },
    ]);
    expect(await pinned({ category: ["cleanup"] })).toEqual([{ _id: walk, ...lisbon }]);
    expect(await pinned({ box: aroundPorto })).toEqual([{ _id: food, ...porto }]);
    expect(JSON.stringify(await pinned({}))).not.toContain(cancelled);
  });

  it("reports the number of spots that a newcomer can take", async () => {
    const open = await eventAt(porto);
    await make.db.updateTable("events").set({ capacity: null }).where("id", "=", open).execute();
    const few = await eventAt(porto, { maxParticipant: "3" });
    await make.join({ eventId: few });
    const full = await eventAt(porto, { maxParticipant: "1" });
    await make.join({ eventId: full });
    const kept = await eventAt(porto, { maxParticipant: "2" });
    await make.db.updateTable("events").set({ waitlisted: 1 }).where("id", "=", kept).execute();
    const { pins } = await listPins(make.context(), {});
    expect(pins.map(({ left }) => left)).toEqual([null, 2, 0, 0]);
  });

  it("shows the same events as the list, in the same part of the map", async () => {
    await eventAt(null);
    await eventAt(lisbon);
    const here = await eventAt(porto);
    const list = await listEvents(make.context(), { box: aroundPorto, limit: 10 });
    expect(list).toMatchObject({ total: 1, isMore: false });
    expect(list.rows.map(({ _id }) => _id)).toEqual([here]);
    expect((await pinned({ box: aroundPorto })).map(({ _id }) => _id)).toEqual([here]);
  });
});
