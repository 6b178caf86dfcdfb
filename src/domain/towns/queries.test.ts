import { beforeAll, describe, expect, it } from "vitest";
import type { Database } from "#db/schema.server.ts";
import { testDatabase } from "#test/database.ts";
import { makeTowns } from "#test/towns.ts";
import { findTown, findTownNear, guessTown, proposeTowns } from "./queries.ts";
import { TownSearch } from "./shapes.ts";

const cities = [
  "Portland",
  "Porto Velho",
  "Port Harcourt",
  "Port Elizabeth",
  "Port-au-Prince",
  "Port Moresby",
  "Port Said",
];

let db: Database;
beforeAll(async () => {
  db = await testDatabase();
  await makeTowns(db, [
    { id: 1, name: "Porto", population: 249_633, lat: 41.15, lon: -8.61, otherNames: ["Oporto"] },
    { id: 2, name: "Porto Alegre", country: "BR", population: 1_372_741, lat: -30.03, lon: -51.23 },
    { id: 3, name: "Amarante", population: 11_261, lat: 41.27, lon: -8.08 },
    { id: 4, name: "Amarante", country: "BR", population: 10_000, lat: -6.24, lon: -42.85 },
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
    { id: 7, name: "São Paulo", country: "BR", population: 10_021_295, lat: -23.55, lon: -46.64 },
    { id: 8, name: "100% Ville_x", country: "FR", population: 1200, lat: 48, lon: 2 },
    {
      id: 9,
      name: "L’Étang-du-Nord",
      country: "CA",
      adminCode: "10",
      region: "Quebec",
      population: 3126,
      lat: 47.4,
      lon: -61.9,
    },
    { id: 10, name: "Suva", country: "FJ", population: 77_366, lat: -18.14, lon: 178.44 },
    ...cities.map((name, index) => ({
      name,
      country: "US",
      population: 500_000 + index,
      lat: 35,
      lon: -100,
      id: 20 + index,
    })),
  ]);
});

const proposed = async (search: string, timeZone?: string) =>
  (await proposeTowns({ db }, TownSearch.parse({ search, timeZone }))).map(({ name, region, countryName }) =>
    [name, region, countryName].filter(Boolean).join(", "),
  );

describe("proposeTowns", () => {
  it("finds the beginning of any of a town's names; an exact name comes first, then larger towns", async () => {
    expect(await proposed("são p")).toEqual(["São Paulo, Brazil"]);
    expect(await proposed("SAO")).toEqual(["São Paulo, Brazil"]);
    expect(await proposed("opor")).toEqual(["Porto, Portugal"]);
    expect((await proposed("porto")).slice(0, 3)).toEqual([
      "Porto, Portugal",
      "Porto Alegre, Brazil",
      "Porto Velho, United States",
    ]);
    expect((await proposed("port")).slice(0, 2)).toEqual(["Porto Alegre, Brazil", "Port Said, United States"]);
    expect(await proposed("letang du")).toEqual(["L’Étang-du-Nord, Quebec, Canada"]);
    expect(await proposed("paulo")).toEqual([]);
  });

  it("proposes at most eight towns, including small ones if fewer than eight large ones match", async () => {
    expect(await proposed("p")).toHaveLength(8);
    expect(await proposed("s")).toEqual(expect.arrayContaining(["Suva, Fiji", "São Paulo, Brazil"]));
  });

  it("prefers towns of the country of the reader's time zone, unless others are far larger", async () => {
    // Eight larger towns have the same beginning.
    expect(await proposed("port")).not.toContain("Porto, Portugal");
    expect(await proposed("port", "UTC")).toEqual(await proposed("port"));
    for (const zone of ["Europe/Lisbon", "Atlantic/Azores", "Portugal"])
      expect([zone, (await proposed("port", zone))[0]]).toEqual([zone, "Porto, Portugal"]);
    expect((await proposed("port", "US/Eastern"))[0]).toBe("Port Said, United States");
    expect((await proposed("amar", "America/Sao_Paulo"))[0]).toBe("Amarante, Brazil");
    expect((await proposed("s", "Pacific/Fiji")).slice(0, 2)).toEqual(["São Paulo, Brazil", "Suva, Fiji"]);
    // A typed country takes precedence.
    expect(await proposed("Amarante, Portugal", "America/Sao_Paulo")).toEqual(["Amarante, near Porto, Portugal"]);
    for (const timeZone of ["", "Mars/Olympus", "x".repeat(101)])
      expect([timeZone, TownSearch.safeParse({ search: "port", timeZone }).success]).toEqual([timeZone, false]);
  });

  it("distinguishes towns with the same name by region, or by a large town near them", async () => {
    expect(await proposed("springf")).toEqual([
      "Springfield, Missouri, United States",
      "Springfield, Illinois, United States",
    ]);
    expect(await proposed("amar")).toEqual(["Amarante, near Porto, Portugal", "Amarante, Brazil"]);
  });

  it("uses the last part of a location or its last words, and filters by a country after it", async () => {
    expect((await proposed("Jardim da Cordoaria, Port"))[0]).toBe("Porto Alegre, Brazil");
    expect((await proposed("Jardim da Cordoaria Porto"))[0]).toBe("Porto, Portugal");
    expect(await proposed("Parque do São Paulo")).toEqual(["São Paulo, Brazil"]);
    expect(await proposed("Rossio, Amar, Portugal")).toEqual(["Amarante, near Porto, Portugal"]);
    expect(await proposed("Springfield, IL")).toEqual(["Springfield, Illinois, United States"]);
    expect(await proposed("Amarante, Porto")).toContain("Porto, Portugal");
  });

  it("treats % _ and \\ literally, and returns nothing for an empty search", async () => {
    for (const search of ["%", "_", "\\", ",", "12", "…"])
      expect([search, await proposed(search)]).toEqual([search, []]);
    expect(TownSearch.safeParse({ search: " " }).success).toBe(false);
    expect(TownSearch.safeParse({ search: "x".repeat(201) }).success).toBe(false);
  });
});

describe("guessTown", () => {
  it("is the first proposal, or null", async () => {
    expect(await guessTown({ db }, "porto")).toMatchObject({ id: 1, country: "PT", point: { lat: 41.15, lon: -8.61 } });
    expect(await guessTown({ db }, "nowhere")).toBe(null);
  });
});

describe("findTown and findTownNear", () => {
  it("find a town by its id, and the nearest town to a point, across the date line too", async () => {
    expect(await findTown(db, 10)).toEqual({
      id: 10,
      name: "Suva",
      country: "FJ",
      point: { lat: -18.14, lon: 178.44 },
    });
    expect(await findTown(db, 999)).toBe(null);
    expect(await findTownNear(db, { lat: 41.2, lon: -8.4 })).toMatchObject({ id: 1 });
    expect(await findTownNear(db, { lat: 41.2, lon: -8.2 })).toMatchObject({ id: 3 });
    expect(await findTownNear(db, { lat: -18.14, lon: 179.3 })).toMatchObject({ id: 10 });
    expect(await findTownNear(db, { lat: -18.14, lon: 179.9 })).toBe(null);
  });
});
