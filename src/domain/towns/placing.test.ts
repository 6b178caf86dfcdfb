import { beforeAll, describe, expect, it } from "vitest";
import type { Database } from "#db/schema.server.ts";
import { testDatabase } from "#test/database.ts";
import { makeTowns } from "#test/towns.ts";
import { townOf } from "./placing.ts";

let db: Database;
beforeAll(async () => {
  db = await testDatabase();
  await makeTowns(db, [
    { id: 1, name: "Porto", population: 249_633, lat: 41.15, lon: -8.61, otherNames: ["Oporto"] },
    { id: 2, name: "Porto", country: "BR", population: 6535, lat: -3.89, lon: -42.71 },
    { id: 3, name: "Birmingham", country: "GB", region: "England", population: 984_333, lat: 52.48, lon: -1.9 },
    {
      id: 4,
      name: "Birmingham",
      country: "US",
      adminCode: "AL",
      region: "Alabama",
      population: 212_461,
      lat: 33.5,
      lon: -86.8,
    },
    {
      id: 5,
      name: "Springfield",
      country: "US",
      adminCode: "IL",
      region: "Illinois",
      population: 116_565,
      lat: 39.8,
      lon: -89.6,
    },
    {
      id: 6,
      name: "Springfield",
      country: "US",
      adminCode: "MO",
      region: "Missouri",
      population: 166_810,
      lat: 37.2,
      lon: -93.3,
    },
    { id: 7, name: "Singapore", country: "SG", population: 3_547_809, lat: 1.29, lon: 103.85 },
    { id: 8, name: "Cox’s Bāzār", country: "BD", population: 253_788, lat: 21.44, lon: 92.01 },
    { id: 9, name: "Amarante", population: 11_261, lat: 41.27, lon: -8.08 },
    { id: 10, name: "Köln", country: "DE", population: 963_395, lat: 50.93, lon: 6.95, otherNames: ["Cologne"] },
    {
      id: 11,
      name: "Atlanta",
      country: "US",
      adminCode: "GA",
      region: "Georgia",
      population: 420_003,
      lat: 33.7,
      lon: -84.4,
    },
    {
      id: 12,
      name: "Georgia",
      country: "US",
      adminCode: "VT",
      region: "Vermont",
      population: 4500,
      lat: 44.7,
      lon: -73.1,
    },
    { id: 13, name: "Suva", country: "FJ", population: 77_366, lat: -18.14, lon: 178.44 },
    { id: 14, name: "Park", country: "GB", region: "England", population: 900, lat: 52, lon: -1 },
  ]);
});

const placed = async (location: string, timeZone = "UTC") =>
  (await townOf(db, { location, timeZone, at: new Date("2031-05-01T10:00:00Z") }))?.id ?? null;

describe("townOf", () => {
  it.each([
    ["Jardim da Cordoaria, Porto, Portugal", 1],
    ["Praia, 4450-208 porto, portugal", 1],
    ["Rua das Flores 12 – PORTO – Portugal", 1],
    ["Mercado (Oporto, PT)", 1],
    ["Praça, Porto, Brasil", 2],
    ["Pavilion, Springfield, IL", 5],
    ["Springfield, Missouri, USA", 6],
    ["Town hall, Birmingham, England, UK, back door", 3],
    ["Dom, Koln, Deutschland", 10],
    ["Bürgerpark, Cologne, Allemagne", 10],
    ["Peachtree Street, Atlanta, Georgia", 11],
    ["Centro, Amarante, Portugal", 9],
    ["Albert Park, Suva, Fiji", 13],
  ])("finds the town in the country or region that %s names", async (location, id) => {
    expect(await placed(location)).toBe(id);
  });

  it.each([
    ["Porto", 1],
    ["Jardim da Cordoaria, Porto", 1],
    ["Inani Beach, Cox's Bazar", 8],
    ["Gardens by the Bay, Singapore", 7],
  ])("finds a large town without large namesakes in %s", async (location, id) => {
    expect(await placed(location)).toBe(id);
  });

  it.each([
    // The two towns are about equally large, or none is large enough.
    ["Birmingham"],
    ["Springfield"],
    ["Springfield, USA"],
    ["Amarante"],
    ["Suva"],
    ["Park"],
    // The name of a town must stand alone.
    ["Hotel Porto"],
    ["Porto Street, Amarante"],
    // The text names another country.
    ["Cologne, Italy"],
    ["Pier 1"],
    ["12"],
    [""],
  ])("finds no town for %s", async (location) => {
    expect(await placed(location)).toBe(null);
  });

  it("excludes namesakes where the event's clocks would not match the sun", async () => {
    expect(await placed("Birmingham", "Europe/London")).toBe(3);
    expect(await placed("Birmingham", "America/Chicago")).toBe(4);
    expect(await placed("Porto", "Asia/Tokyo")).toBe(null);
    // The zone is half a day ahead of UTC, or a little more behind it.
    expect(await placed("Suva, Fiji", "Pacific/Fiji")).toBe(13);
    expect(await placed("Suva, Fiji", "Pacific/Apia")).toBe(13);
    expect(await placed("Suva, Fiji", "Pacific/Pago_Pago")).toBe(13);
  });
});
