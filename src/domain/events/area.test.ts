import { beforeAll, describe, expect, it } from "vitest";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make } from "#test/make.ts";
import { makeTowns } from "#test/towns.ts";
import { FeedFilter } from "./shapes.ts";
import { findArea, locate, nameOfTownNear, pointIn } from "./area.ts";

let make: Make;
beforeAll(async () => {
  make = makeIn(await testDatabase());
  await makeTowns(make.db, [
    { name: "Porto", otherNames: ["Oporto"], population: 249_633, lat: 41.1496, lon: -8.611 },
    { name: "Porto", country: "BR", population: 3000, lat: -12.7, lon: -45.1 },
    { name: "Springfield", country: "US", adminCode: "IL", population: 116_000, lat: 39.8, lon: -89.64 },
    { name: "Springfield", country: "US", adminCode: "MO", population: 169_000, lat: 37.21, lon: -93.29 },
  ]);
});

describe("findArea", () => {
  it("finds the likeliest town by the beginning of any of its names, and 10 km around it", async () => {
    const porto = { name: "Porto", point: { lat: 41.1496, lon: -8.611 }, within: 10 };
    expect(await findArea(make, { near: "por" })).toEqual(porto);
    expect(await findArea(make, { near: "OPORTO", within: 2 })).toEqual({ ...porto, within: 2 });
    expect(await findArea(make, { near: "Porto, Brazil" })).toMatchObject({ point: { lat: -12.7 } });
    expect(await findArea(make, { near: "" })).toBeNull();
    expect(await findArea(make, { near: "Nowhere" })).toBeNull();
  });

  it("accepts a point, and returns the name of the nearest town", async () => {
    const point = { lat: 41.18, lon: -8.65 };
    expect(await findArea(make, { near: "41.18,-8.65", within: 5 })).toEqual({ name: "Porto", point, within: 5 });
    expect(await findArea(make, { near: "0,0" })).toMatchObject({ name: "0,0" });
  });
});

describe("locate", () => {
  it("rejects an unknown town", async () => {
    await expect(locate(make.context(), { near: "Nowhere" })).rejects.toMatchObject({
      code: "invalid",
      fields: [{ path: "near", rule: "rule.near.unknown" }],
    });
    const asked = FeedFilter.parse({ room: "1" });
    expect(await locate(make.context(), asked)).toMatchObject({ room: true, area: null });
  });
});

describe("locate, with a language that few events have", () => {
  it("knows the listed events, and no drafts or canceled ones", async () => {
    const known = { languages: ["pt"] };
    const [listed, draft] = [await make.event({ known }), await make.event({ known })];
    await make.event({ known, cancelReason: "Storm" });
    await make.event({ known: { languages: ["fr"] } });
    await make.db.updateTable("events").set({ is_draft: true }).where("id", "=", draft).execute();
    expect(await locate(make.context(), FeedFilter.parse({ language: "pt" }))).toMatchObject({ inLanguage: [listed] });
  });
});

describe("pointIn", () => {
  it("reads degrees, and rejects values beyond the poles or the date line", () => {
    expect(pointIn("-41.15, 179.999")).toEqual({ lat: -41.15, lon: 179.999 });
    for (const text of ["", "Porto", "91,0", "0,181", "41.15", "41.15,-8.61,1", "4e1,2", "41.15;8"])
      expect(pointIn(text)).toBeNull();
  });
});

describe("nameOfTownNear", () => {
  it("returns a name that finds that same town, or null", async () => {
    expect(await nameOfTownNear(make, { lat: 41.2, lon: -8.7 })).toBe("Porto");
    expect(await nameOfTownNear(make, { lat: -12.6, lon: -45 })).toBe("Porto, BR");
    expect(await nameOfTownNear(make, { lat: 37.2, lon: -93.3 })).toBe("Springfield");
    expect(await nameOfTownNear(make, { lat: 39.8, lon: -89.6 })).toBeNull();
    expect(await nameOfTownNear(make, { lat: 0, lon: 0 })).toBeNull();
  });
});
