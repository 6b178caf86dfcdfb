import { beforeEach, describe, expect, it } from "vitest";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make, tomorrow } from "#test/make.ts";
import { makeTowns } from "#test/towns.ts";
import { getEvent } from "../events/queries.ts";
import type { Member } from "../members/shapes.ts";
import { createEvent, updateEvent } from "./commands.ts";
import { EventInput, EventUpdate } from "./shapes.ts";

const dhaka = { lat: 23.71, lon: 90.41 };
const pin = { lat: 23.7377, lon: 90.4006 };
const sylhet = { lat: 24.9, lon: 91.87 };

let make: Make;
let organizer: Member;
beforeEach(async () => {
  make = makeIn(await testDatabase());
  await makeTowns(make.db, [
    { id: 1, name: "Dhaka", country: "BD", population: 10_356_500, ...dhaka },
    { id: 2, name: "Sylhet", country: "BD", population: 237_000, ...sylhet },
  ]);
  organizer = await make.member();
});

async function create(wishes: object) {
  const words = { title: "Beach Cleanup", eventType: "cleanup", location: "Pier 1", description: "Bring gloves." };
  const plan = {
    ...words,
    maxParticipant: "20",
    thumbnailUrl: "https://example.org/a.jpg",
    eventDate: tomorrow().toISOString(),
  };
  const ctx = { ...make.context(organizer), limitAttempts: make.limitAttempts };
  return (await createEvent(ctx, EventInput.parse({ ...plan, ...wishes }))).insertedId;
}
const change = (id: string, changes: object) => updateEvent(make.context(organizer), id, EventUpdate.parse(changes));

const refused = (changes: object) => EventUpdate.safeParse(changes).error?.issues.map(({ message }) => message);

const whereIs = async (id: string) => {
  const { point, isExact, town } = await getEvent(make.context(), id);
  return [point, isExact, town?.name ?? null];
};

describe("the place of a new event", () => {
  it("is its pin, else its town, else the town that its location names, else unknown", async () => {
    expect(await whereIs(await create({ point: pin, townId: 2 }))).toEqual([pin, true, "Sylhet"]);
    expect(await whereIs(await create({ point: pin }))).toEqual([pin, true, "Dhaka"]);
    expect(await whereIs(await create({ point: { lat: 0, lon: 0 } }))).toEqual([{ lat: 0, lon: 0 }, true, null]);
    expect(await whereIs(await create({ townId: 2, location: "Dhaka" }))).toEqual([sylhet, false, "Sylhet"]);
    expect(await whereIs(await create({ location: "Ramna Park, Dhaka" }))).toEqual([dhaka, false, "Dhaka"]);
    expect(await whereIs(await create({}))).toEqual([null, false, null]);
  });

  it("is rejected for an unknown town, or an impossible point", async () => {
    await expect(create({ townId: 3 })).rejects.toMatchObject({ fields: [{ path: "townId", rule: "rule.town" }] });
    expect(await make.db.selectFrom("events").select("id").execute()).toEqual([]);
    for (const point of [{ lat: 90.1, lon: 0 }, { lat: 0, lon: -180.1 }, { lat: 1 }, [1, 2], "1,2"])
      expect([point, refused({ point })]).toEqual([point, ["rule.point"]]);
    for (const townId of [0, -1, 1.5, 2 ** 31, "1"])
      expect([townId, refused({ townId })]).toEqual([townId, ["rule.town"]]);
  });
});

describe("the place of a changed event", () => {
  it("stays while neither its location nor its point changes", async () => {
    const id = await create({ point: pin, townId: 2 });
    await change(id, { title: "Another title", location: "Pier 1" });
    expect(await whereIs(id)).toEqual([pin, true, "Sylhet"]);
    await change(id, { location: "Pier 2", townId: 2, point: pin });
    expect(await whereIs(id)).toEqual([pin, true, "Sylhet"]);
  });

  it("follows another town or pin, and updates calendars", async () => {
    const id = await create({ point: pin });
    await change(id, { townId: 2 });
    expect(await whereIs(id)).toEqual([sylhet, false, "Sylhet"]);
    expect(await sequenceOf(id)).toBe(1);
    await change(id, { point: pin, townId: 1 });
    expect(await whereIs(id)).toEqual([pin, true, "Dhaka"]);
    await change(id, { point: null });
    expect(await whereIs(id)).toEqual([dhaka, false, "Dhaka"]);
    await change(id, { townId: null, point: null });
    expect(await whereIs(id)).toEqual([null, false, null]);
    expect(await sequenceOf(id)).toBe(4);
    await change(id, { townId: null });
    expect(await sequenceOf(id)).toBe(4);
    await expect(change(id, { townId: 3 })).rejects.toMatchObject({ fields: [{ path: "townId", rule: "rule.town" }] });
  });

  it("depends on the words of the new location if it has no town or pin", async () => {
    const id = await create({ point: pin });
    await change(id, { location: "Sylhet, Bangladesh" });
    expect(await whereIs(id)).toEqual([sylhet, false, "Sylhet"]);
    await change(id, { location: "The old pier" });
    expect(await whereIs(id)).toEqual([null, false, null]);
  });
});

const sequenceOf = async (id: string) =>
  (await make.db.selectFrom("events").select("sequence").where("id", "=", id).executeTakeFirstOrThrow()).sequence;
