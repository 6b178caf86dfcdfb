import { afterEach, expect, it, vi } from "vitest";
import { proposeTowns } from "#domain/towns/queries.ts";
import { TownSearch } from "#domain/towns/shapes.ts";
import { testDatabase } from "#test/database.ts";
import { makeTowns } from "#test/towns.ts";
import { textOf } from "./use-towns.ts";

afterEach(() => vi.unstubAllGlobals());

it("names a town without ambiguity, wherever the reader is", async () => {
  const db = await testDatabase();
  const spring = { name: "Springfield", country: "US" };
  await makeTowns(db, [
    { ...spring, id: 1, adminCode: "MO", region: "Missouri", population: 160_000, lat: 37.2, lon: -93.3 },
    { ...spring, id: 2, adminCode: "IL", region: "Illinois", population: 110_000, lat: 39.8, lon: -89.6 },
    { id: 3, name: "Frankfurt (Oder)", country: "DE", population: 50_000, lat: 52.3, lon: 14.5 },
    { id: 4, name: "San José", country: "CR", population: 300_000, lat: 9.9, lon: -84.1 },
    { id: 5, name: "San José", country: "PH", population: 100_000, lat: 12.4, lon: 121.1 },
    { id: 6, name: "San José", country: "PH", population: 2000, lat: 15.1, lon: 120.7 },
  ]);
  // This test replaces only the network.
  const searches: URLSearchParams[] = [];
  vi.stubGlobal("fetch", async (address: string) => {
    const query = new URL(address, "https://goodturn.example").searchParams;
    searches.push(query);
    return Response.json(await proposeTowns({ db }, TownSearch.parse(Object.fromEntries(query))));
  });
  const towns = (
    await Promise.all(["Springfield", "Frankfurt", "San José"].map((search) => proposeTowns({ db }, { search })))
  ).flat();
  const texts = await Promise.all(towns.map(async (town) => [town.id, await textOf(town)]));
  expect(Object.fromEntries(texts)).toEqual({
    1: "Springfield",
    2: "Springfield, Illinois",
    3: "Frankfurt Oder",
    4: "San José",
    5: "San José, Philippines",
    6: "15.1,120.7",
  });
  // The reader's time zone would rank towns of their own country higher.
  expect(searches.some((query) => query.has("timeZone"))).toBe(false);
});
