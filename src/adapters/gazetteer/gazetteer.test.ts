import { beforeAll, describe, expect, it } from "vitest";
import type { GazetteerTown } from "#domain/ports.ts";
import { createGazetteer } from "./gazetteer.ts";
import { otherNames } from "./other-names.ts";
import { regions } from "./regions.ts";

const towns = new Map<number, GazetteerTown>();
let read = 0;
beforeAll(async () => {
  for await (const town of createGazetteer().towns()) {
    towns.set(town.id, town);
    read++;
  }
});

describe("the gazetteer", () => {
  it("has every town of the package once, each with a name, a country and a point", () => {
    expect(read).toBe(135_233);
    expect(towns.size).toBe(read);
    const odd = [...towns.values()].filter(
      ({ name, country, population, point: { lat, lon } }) =>
        !name.trim() || !/^[A-Z]{2}$/.test(country) || population < 0 || Math.abs(lat) > 90 || Math.abs(lon) > 180,
    );
    expect(odd).toEqual([]);
  });

  it("matches GeoNames for the first and last towns, and for towns on both sides of the globe", () => {
    expect([...towns.values()].at(0)).toMatchObject({ id: 3_039_154, name: "El Tarter", country: "AD" });
    const porto = { name: "Porto", country: "PT", adminCode: "17", region: null, population: 249_633 };
    expect(towns.get(2_735_943)).toEqual({
      id: 2_735_943,
      ...porto,
      otherNames: ["Oporto"],
      point: { lat: 41.14961, lon: -8.61099 },
    });
    expect(towns.get(2_193_733)).toMatchObject({ name: "Auckland", point: { lat: -36.84853, lon: 174.76349 } });
    expect(towns.get(4_887_398)).toMatchObject({ name: "Chicago", region: "Illinois" });
  });

  it("has further names for existing, unique towns, and names of regions with towns", () => {
    const known = Map.groupBy(towns.values(), ({ country, name }) => `${country} ${name}`);
    expect([...otherNames.keys()].filter((name) => known.get(name)?.length !== 1)).toEqual([]);
    const told = new Set([...towns.values()].map(({ region }) => region));
    expect([...regions.values()].filter((region) => !told.has(region))).toEqual([]);
  });
});
