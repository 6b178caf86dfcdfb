import { beforeEach, describe, expect, it } from "vitest";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make } from "#test/make.ts";
import { makeTowns } from "#test/towns.ts";
import { columnsAt, placeEvents } from "./placing.ts";
import { getEvent } from "./queries.ts";

let make: Make;
beforeEach(async () => {
  make = makeIn(await testDatabase());
  await makeTowns(make.db, [
    { id: 1, name: "Dhaka", country: "BD", population: 10_356_500, lat: 23.71, lon: 90.41 },
    { id: 2, name: "Sylhet", country: "BD", population: 237_000, lat: 24.9, lon: 91.87 },
  ]);
});

const whereIs = async (id: string) => {
  const { point, isExact, town } = await getEvent(make.context(), id);
  return { point, isExact, town: town && [town.id, town.name, town.country] };
};

describe("placeEvents", () => {
  it("places an event without a point in the town that its location names, once, and leaves the others alone", async () => {
    const named = await make.event({ location: "Ramna Park, Dhaka, Bangladesh" });
    const unclear = await make.event({ location: "The old pier" });
    const pinned = await make.event({ location: "Dhaka" });
    const pin = columnsAt({ lat: 24.9, lon: 91.87 }, 2, true);
    await make.db.updateTable("events").set(pin).where("id", "=", pinned).execute();

    expect(await placeEvents(make.db)).toBe(1);
    expect(await whereIs(named)).toEqual({
      point: { lat: 23.71, lon: 90.41 },
      isExact: false,
      town: [1, "Dhaka", "BD"],
    });
    expect(await whereIs(unclear)).toEqual({ point: null, isExact: false, town: null });
    expect(await whereIs(pinned)).toEqual({
      point: { lat: 24.9, lon: 91.87 },
      isExact: true,
      town: [2, "Sylhet", "BD"],
    });
    expect(await placeEvents(make.db)).toBe(0);
  });

  it("ends when it is told to stop", async () => {
    await make.event({ location: "Dhaka" });
    await expect(placeEvents(make.db, AbortSignal.abort())).rejects.toThrow("abort");
  });
});
