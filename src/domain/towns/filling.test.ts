import { beforeEach, describe, expect, it } from "vitest";
import type { Gazetteer, GazetteerTown } from "#domain/ports.ts";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make } from "#test/make.ts";
import { townLike } from "#test/towns.ts";
import { sweepTowns } from "./commands.ts";
import { fillTowns, isFilled } from "./filling.ts";
import { townJobs } from "./jobs.ts";

let make: Make;
const now = new Date();
beforeEach(async () => {
  make = makeIn(await testDatabase());
});

const gazetteerOf = (edition: string, towns: GazetteerTown[]): Gazetteer => ({
  edition,
  async *towns() {
    yield* towns;
  },
});
const many = Array.from({ length: 1001 }, (_, index) =>
  townLike({ id: index + 1, name: `Town’s “${index + 1}”`, ...(index === 0 && { otherNames: ["Vila", "Vila"] }) }),
);
const rows = () => make.db.selectFrom("towns").select(["id", "name", "folded", "edition"]).orderBy("id").execute();
const names = () => make.db.selectFrom("town_names").selectAll().execute();

describe("fillTowns", () => {
  it("writes all towns with their names, and changes nothing when repeated", async () => {
    const gazetteer = gazetteerOf("1", many);
    await fillTowns(make.db, gazetteer, now);
    const written = await rows();
    expect(written).toHaveLength(1001);
    expect(written[0]).toEqual({ id: 1, name: "Town’s “1”", folded: "towns 1", edition: "1" });
    expect(await isFilled(make.db, "1")).toBe(true);
    await fillTowns(make.db, gazetteer, now);
    expect(await rows()).toEqual(written);
    expect(await names()).toEqual([{ town_id: 1, folded: "vila" }]);
  });

  it("keeps written towns when it is stopped, and is complete only after all are written", async () => {
    const stop = new AbortController();
    const stopping: Gazetteer = {
      edition: "1",
      async *towns() {
        yield* many.slice(0, 600);
        stop.abort();
        yield* many.slice(600);
      },
    };
    await expect(fillTowns(make.db, stopping, now, stop.signal)).rejects.toThrow("abort");
    expect(await rows()).toHaveLength(500);
    expect(await isFilled(make.db, "1")).toBe(false);
    await fillTowns(make.db, gazetteerOf("1", many), now);
    expect(await rows()).toHaveLength(1001);
  });

  it("updates towns to a new edition, and deletes those that it no longer has, except towns of events", async () => {
    await fillTowns(make.db, gazetteerOf("1", many.slice(0, 4)), now);
    const eventId = await make.event();
    await make.db.updateTable("events").set({ town_id: 3 }).where("id", "=", eventId).execute();
    await fillTowns(
      make.db,
      gazetteerOf("2", [townLike({ id: 1, name: "Renamed" }), townLike({ id: 9, name: "New" })]),
      now,
    );
    expect((await rows()).map(({ id, name }) => [id, name])).toEqual([
      [1, "Renamed"],
      [3, "Town’s “3”"],
      [9, "New"],
    ]);
    expect(await names()).toEqual([]);
    expect([await isFilled(make.db, "1"), await isFilled(make.db, "2")]).toEqual([false, true]);
  });
});

describe("sweepTowns", () => {
  it("enqueues missing towns once, and nothing without a gazetteer or if they are there", async () => {
    const tasks = () => make.db.selectFrom("outbox").select(["kind", "key"]).execute();
    const gazetteer = gazetteerOf("1", many.slice(0, 2));
    await sweepTowns({ db: make.db, now, gazetteer: null });
    expect(await tasks()).toEqual([]);
    for (let turn = 0; turn < 2; turn++) await sweepTowns({ db: make.db, now, gazetteer });
    expect(await tasks()).toEqual([{ kind: "fill_towns", key: "fill_towns:1" }]);
    await make.db.deleteFrom("outbox").execute();
    const ctx = { ...make.taskContext(now), gazetteer };
    await expect(townJobs.fill_towns(ctx, { edition: "2" })).rejects.toThrow("does not have the towns of edition 2");
    await townJobs.fill_towns(ctx, { edition: "1" });
    await sweepTowns({ db: make.db, now, gazetteer });
    expect(await tasks()).toEqual([{ kind: "place_events", key: "place_events:1" }]);
  });
});
