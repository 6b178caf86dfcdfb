import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import type { Database } from "#db/schema.server.ts";
import { testDatabase } from "#test/database.ts";
import { makeTowns } from "#test/towns.ts";
import { isWithin, kilometersFrom, nearness } from "./near.ts";
import { distanceBetween, type Point } from "./rules.ts";

/** Places where a computation in degrees fails, and points a few kilometers from there. */
const corners: Point[] = [
  { lat: 41.15, lon: -8.61 },
  { lat: -16.85, lon: 179.99 },
  { lat: 0, lon: -180 },
  { lat: 90, lon: 0 },
  { lat: -89.99, lon: 77 },
  { lat: 0, lon: 0 },
];
const points = corners.flatMap(({ lat, lon }) =>
  [0, 0.01, 0.09, 0.4, -3].flatMap((away) => [
    { lat: Math.max(-90, Math.min(90, lat + away)), lon },
    { lat, lon: ((lon + away + 540) % 360) - 180 },
  ]),
);

let db: Database;
beforeAll(async () => {
  db = await testDatabase();
  await makeTowns(
    db,
    points.map((point, index) => ({ id: index + 1, ...point })),
  );
});

const sphere = sql.ref("towns.sphere");

/** The numbers of the points that the index finds. With so few points the planner would not use it by itself. */
const found = (center: Point, kilometers: number) =>
  db.transaction().execute(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx);
    const rows = await tx
      .selectFrom("towns")
      .select("id")
      .where(isWithin(sphere, center, kilometers))
      .execute();
    return rows.map(({ id }) => id).toSorted((a, b) => a - b);
  });

describe("isWithin", () => {
  it("finds the same points as a direct comparison, at the poles and across the date line too", async () => {
    for (const center of corners) {
      for (const kilometers of [2, 10, 50, 400, 25_000]) {
        const expected = points.flatMap((point, index) =>
          distanceBetween(center, point) <= kilometers ? index + 1 : [],
        );
        expect([center, kilometers, await found(center, kilometers)]).toEqual([center, kilometers, expected]);
      }
    }
  });
});

describe("kilometersFrom", () => {
  it("is the distance over the ground, and nearness has the same order", async () => {
    const [center] = corners as [Point];
    const rows = await db
      .selectFrom("towns")
      .select(["id", kilometersFrom(sphere, center).as("away")])
      .orderBy(nearness(sphere, center))
      .execute();
    expect(rows).toHaveLength(points.length);
    for (const { id, away } of rows) expect(away).toBeCloseTo(distanceBetween(center, points[id - 1] ?? center), 6);
    expect(rows.map(({ away }) => away)).toEqual(rows.map(({ away }) => away).toSorted((a, b) => a - b));
  });
});
