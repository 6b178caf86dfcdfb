import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make } from "#test/make.ts";
import { distanceBetween, type Point } from "../towns/rules.ts";
import { isAround } from "./around.ts";
import { columnsAt } from "./placing.ts";

const hour = 3_600_000;
const begin = new Date("2031-05-03T09:30:00.123Z");
const centers: Point[] = [
  { lat: 41.15, lon: -8.61 },
  { lat: -16.85, lon: 179.99 },
];

let make: Make;
const made: { id: string; point: Point; at: Date }[] = [];
beforeAll(async () => {
  make = makeIn(await testDatabase());
  const organizer = await make.member();
  for (const { lat, lon } of centers) {
    // The third is in a corner of the box that the index searches for 10 km, but farther away than 10 km.
    for (const [north, east] of [
      [0, 0],
      [0, 0.04],
      [0.075, 0.075],
      [0, 0.3],
    ] as const) {
      for (const hours of [-24, 0, 24 * 200]) {
        const point = { lat: lat + north, lon: ((lon + east + 540) % 360) - 180 };
        const at = new Date(begin.getTime() + hours * hour);
        const id = await make.event({ organizer, eventDate: at });
        await make.db
          .updateTable("events")
          .set(columnsAt(point, null, true))
          .where("id", "=", id)
          .execute();
        made.push({ id, point, at });
      }
    }
  }
  await make.event({ organizer, eventDate: begin });
});

/**
 * The ids of listed events around a point, found by the index. With so few events the database would not use it on its
 * own.
 */
const found = (...where: Parameters<typeof isAround>) =>
  make.db.transaction().execute(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx);
    await sql`set local enable_indexscan = off`.execute(tx);
    const listed = tx.selectFrom("events").where("cancelled_at", "is", null).where("is_draft", "=", false);
    const query = listed.where(isAround(...where)).select("id");
    const { rows: plan } = await sql<{ "QUERY PLAN": string }>`explain ${query}`.execute(tx);
    expect(plan.map((line) => line["QUERY PLAN"]).join("\n")).toContain("events_listed_around");
    return (await query.execute()).map(({ id }) => id).toSorted();
  });

const expected = (center: Point, kilometers: number, isThen: (at: Date) => boolean) =>
  made
    .filter(({ point, at }) => distanceBetween(center, point) <= kilometers && isThen(at))
    .map(({ id }) => id)
    .toSorted();

describe("isAround", () => {
  it("finds events near a point by an index, and none without a point", async () => {
    for (const center of centers) {
      for (const kilometers of [2, 10, 50])
        expect(await found(center, kilometers)).toEqual(expected(center, kilometers, () => true));
    }
    expect(expected(centers[1]!, 10, () => true)).toHaveLength(6);
  });

  it("finds events that begin between two moments, both included", async () => {
    const [center] = centers as [Point];
    const later = new Date(begin.getTime() + hour);
    expect(await found(center, 50, { from: begin })).toEqual(expected(center, 50, (at) => at >= begin));
    expect(await found(center, 50, { to: begin })).toEqual(expected(center, 50, (at) => at <= begin));
    expect(await found(center, 50, { from: begin, to: begin })).toHaveLength(4);
    expect(await found(center, 50, { from: later, to: later })).toEqual([]);
  });
});
