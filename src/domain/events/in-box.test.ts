import * as fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import type { Database } from "#db/schema.server.ts";
import { testDatabase } from "#test/database.ts";
import { makeIn } from "#test/make.ts";
import { type Box, isInBox as isInside, type Point } from "../towns/rules.ts";
import { isInBox } from "./in-box.ts";
import { columnsAt } from "./placing.ts";

/** Points where computing in degrees goes wrong, and towns close to each other. */
const points: Point[] = [
  { lat: 41.15, lon: -8.61 },
  { lat: 41.16, lon: -8.62 },
  { lat: 38.72, lon: -9.14 },
  { lat: -16.85, lon: 179.99 },
  { lat: -16.85, lon: -179.99 },
  { lat: 0, lon: 0 },
  { lat: 0, lon: 180 },
  { lat: 90, lon: 0 },
  { lat: -89.99, lon: 77 },
  { lat: 69.9, lon: 20 },
];

let db: Database;
const idOf = new Map<string, Point>();
beforeAll(async () => {
  db = await testDatabase();
  const make = makeIn(db);
  const organizer = await make.member();
  for (const point of points) {
    const id = await make.event({ organizer });
    await db
      .updateTable("events")
      .set(columnsAt(point, null, true))
      .where("id", "=", id)
      .execute();
    idOf.set(id, point);
  }
  await make.event({ organizer });
});

const degrees = (min: number, max: number) => fc.double({ min, max, noNaN: true });
/** Boxes around these points, from a street to a continent, and arbitrary ones. */
const box = fc.oneof(
  fc
    .record({
      at: fc.constantFrom(...points),
      east: degrees(0, 30),
      west: degrees(0, 30),
      up: degrees(0, 30),
      down: degrees(0, 30),
    })
    .map(({ at, west, east, up, down }): Box => ({
      west: ((at.lon - west + 540) % 360) - 180,
      east: ((at.lon + east + 540) % 360) - 180,
      south: Math.max(-90, at.lat - down),
      north: Math.min(90, at.lat + up),
    })),
  fc.record({ west: degrees(-180, 180), east: degrees(-180, 180), south: degrees(-90, 0), north: degrees(0, 90) }),
);

describe("isInBox", () => {
  it("finds the same events as checking each of them", async () => {
    await fc.assert(
      fc.asyncProperty(box, async (asked) => {
        const rows = await db.selectFrom("events").select("id").where(isInBox(asked)).execute();
        const expected = [...idOf].flatMap(([id, point]) => (isInside(point, asked) ? id : []));
        expect(rows.map(({ id }) => id).toSorted()).toEqual(expected.toSorted());
      }),
      { numRuns: 80 },
    );
  });
});
