import { beforeAll, describe, expect, it } from "vitest";
import type { Database } from "#db/schema.server.ts";
import { testDatabase } from "#test/database.ts";
import { makeTowns } from "#test/towns.ts";
import { zoneOfTown } from "./zones.ts";

let db: Database;
beforeAll(async () => {
  db = await testDatabase();
  await makeTowns(db, [
    { id: 1, name: "Sylhet", country: "BD", adminCode: "E", lat: 24.9, lon: 91.9 },
    { id: 2, name: "Porto", country: "PT", lat: 41.15, lon: -8.6 },
    { id: 3, name: "Lisbon", country: "PT", lat: 38.7, lon: -9.1 },
    { id: 4, name: "Funchal", country: "PT", lat: 32.65, lon: -16.9 },
    { id: 5, name: "Miami", country: "US", adminCode: "FL", lat: 25.8, lon: -80.2 },
    { id: 6, name: "Dallas", country: "US", adminCode: "TX", lat: 32.8, lon: -96.8 },
    { id: 7, name: "Manaus", country: "BR", adminCode: "04", lat: -3.1, lon: -60 },
    { id: 8, name: "São Paulo", country: "BR", adminCode: "27", lat: -23.5, lon: -46.6 },
    { id: 9, name: "Santos", country: "BR", adminCode: "27", lat: -24, lon: -46.3 },
    { id: 10, name: "Somewhere", country: "AU", adminCode: "02", lat: -33, lon: 150 },
  ]);
});

describe("zoneOfTown", () => {
  it.each([
    ["its country's only one", 1, "Asia/Dhaka"],
    ["the one with the nearest city, in its own country", 2, "Europe/Lisbon"],
    ["the one of its islands", 4, "Atlantic/Madeira"],
    ["the one of its state", 5, "America/New_York"],
    ["the one of another state", 6, "America/Chicago"],
    ["the one named after it", 7, "America/Manaus"],
    ["the one with the nearest city, although the zone's name omits its accents", 9, "America/Sao_Paulo"],
    ["null if no city of a zone is known", 10, null],
    ["null for an unknown town", 99, null],
  ])("is %s", async (_, id, zone) => {
    expect(await zoneOfTown(db, id)).toBe(zone);
  });
});
