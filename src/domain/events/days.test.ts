import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make } from "#test/make.ts";
import { createEvent, updateEvent } from "../organizing/commands.ts";
import { EventInput } from "../organizing/shapes.ts";
import { locatedAt } from "./area.ts";
import { listDays } from "./days.ts";
import { conditions } from "./filtering.ts";
import { listEvents } from "./queries.ts";
import { daysAfter } from "./rules.ts";
import { EventFilter } from "./shapes.ts";

// Everything happens in a week in which today is Tuesday, November 24, 2026, in UTC.
const now = new Date("2026-11-24T12:00:00Z");

let make: Make;
beforeEach(async () => {
  make = makeIn(await testDatabase());
});

/** Creates an event as its organizer would, between two moments in a zone. */
async function event(title: string, eventDate: string, eventEnd: string, timeZone = "UTC", eventType = "cleanup") {
  const organizer = await make.member();
  const input = { title, eventType, location: "Pier", maxParticipant: "20", description: "Gloves.", timeZone };
  const thumbnailUrl = "https://example.org/a.jpg";
  // Some events begin before the day of these tests.
  const ctx = make.context(organizer, new Date("2026-11-01T00:00:00Z"));
  const { insertedId } = await createEvent(ctx, EventInput.parse({ ...input, thumbnailUrl, eventDate, eventEnd }));
  return { organizer, id: insertedId };
}

const found = async (filter: object) => {
  const { rows, total } = await listEvents(make.context(undefined, now), EventFilter.parse(filter));
  expect(total).toBe(rows.length);
  return rows.map(({ title }) => title);
};

const on = (day: string) => found({ from: day, to: day });
const refused = (filter: object) => EventFilter.safeParse(filter).error?.issues.map(({ message }) => message);

const days = async (filter: object = {}) => {
  const rows = await listDays({ db: make.db, now }, EventFilter.parse(filter));
  return rows.map(({ day, count, types }) => `${day} ${count} ${types.join(" ")}`);
};

/** The day a number of days after that of these tests. */
const at = (number: number) => daysAfter("2026-11-24", number);

describe("listEvents from one day to another", () => {
  it("finds the events on these days by the clocks of each event's own zone", async () => {
    // 23:30 on Saturday in Honolulu is Sunday in UTC; 00:30 on Saturday in Kiritimati is still Friday in UTC.
    await event("West", "2026-11-29T09:30:00Z", "2026-11-29T09:45:00Z", "Pacific/Honolulu");
    await event("East", "2026-11-27T10:30:00Z", "2026-11-27T11:30:00Z", "Pacific/Kiritimati");
    await event("Friday", "2026-11-27T23:00:00Z", "2026-11-28T00:00:00Z");
    await event("Sunday", "2026-11-29T00:00:00Z", "2026-11-29T01:00:00Z");
    const saturday = { from: "2026-11-28", to: "2026-11-28" };
    expect(await found(saturday)).toEqual(["East", "West"]);
    expect(await found({ from: "2026-11-29" })).toEqual(["Sunday"]);
    expect(await found({ to: "2026-11-27" })).toEqual(["Friday"]);
    expect(await found({ ...saturday, search: "west" })).toEqual(["West"]);
    expect(await found({ ...saturday, category: "food" })).toEqual([]);
  });

  it("finds a long event on each of its days, but not on the day that an end at midnight begins", async () => {
    await event("Long", "2026-11-26T10:00:00Z", "2026-11-29T00:00:00Z");
    expect(await on("2026-11-25")).toEqual([]);
    expect(await on("2026-11-26")).toEqual(["Long"]);
    expect(await on("2026-11-28")).toEqual(["Long"]);
    expect(await on("2026-11-29")).toEqual([]);
  });

  it("follows an event that moves to another day or another zone", async () => {
    const { organizer, id } = await event("Moved", "2026-11-26T22:00:00Z", "2026-11-26T23:00:00Z");
    const change = (changes: object) => updateEvent(make.context(organizer, now), id, changes);
    await change({ timeZone: "Asia/Dhaka" });
    expect(await on("2026-11-26")).toEqual([]);
    expect(await on("2026-11-27")).toEqual(["Moved"]);
    await change({ eventDate: new Date("2026-11-29T22:00:00Z") });
    expect(await on("2026-11-27")).toEqual([]);
    expect(await on("2026-11-30")).toEqual(["Moved"]);
  });

  it("finds them by the index on dates", async () => {
    const filter = EventFilter.parse({ when: "all", from: "2026-11-28", to: "2026-11-29" });
    const { rows } = await make.db.transaction().execute(async (tx) => {
      // With so few events the database would read all of them, or the whole index of another filter.
      await sql`set local enable_seqscan = off`.execute(tx);
      await sql`set local enable_bitmapscan = off`.execute(tx);
      const query = tx
        .selectFrom("events")
        .select("id")
        .where((eb) => eb.and(conditions(eb, locatedAt(filter, null), now)));
      return sql<{ "QUERY PLAN": string }>`explain ${query}`.execute(tx);
    });
    const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
    expect(plan).toMatch(/Index Cond: \(\(event_date >= .*2026-11-13 10:00:00.*event_date < .*2026-11-30 12:00:00/);
  });

  it("accepts only existing days, in their order", () => {
    expect(refused({ from: "2028-02-29", to: "2028-02-29" })).toBeUndefined();
    for (const day of [
      "2026-02-29",
      "2026-11-31",
      "1999-12-31",
      "2100-01-01",
      "2026-1-1",
      "tomorrow",
      "",
      "2026-11-28T09:00Z",
    ]) {
      expect(refused({ from: day })).toContain("rule.day");
      expect(refused({ to: day })).toContain("rule.day");
    }
    expect(refused({ from: "2026-11-29", to: "2026-11-28" })).toEqual(["rule.day.order"]);
  });
});

describe("listDays", () => {
  it("returns the number of events on each day, and the types of the first three", async () => {
    await event("Long", "2026-11-26T10:00:00Z", "2026-11-28T10:00:00Z", "UTC", "food");
    for (const [hour, type] of [
      ["11", "food"],
      ["09", "awareness"],
      ["12", "cleanup"],
      ["13", "donation"],
    ] as const) {
      await event(type, `2026-11-27T${hour}:00:00Z`, `2026-11-27T${hour}:30:00Z`, "UTC", type);
    }
    await event("Night", "2026-11-27T10:00:00Z", "2026-11-28T06:00:00Z", "UTC", "education");
    expect(await days()).toEqual([
      "2026-11-26 1 food",
      "2026-11-27 6 food awareness education",
      "2026-11-28 2 food education",
    ]);
    expect(await days({ category: "cleanup" })).toEqual(["2026-11-27 1 cleanup"]);
    expect(await days({ search: "donat" })).toEqual(["2026-11-27 1 donation"]);
    // The chosen days do not hide the others.
    expect(await days({ from: "2026-11-28", to: "2026-11-28" })).toHaveLength(3);
  });

  it("begins with yesterday, ends one day after the strip, and counts only events that have not ended", async () => {
    for (const day of [-2, -1, 0, 13, 14, 15]) await event("Short", `${at(day)}T10:00:00Z`, `${at(day)}T11:00:00Z`);
    await event("Under way", `${at(-3)}T10:00:00Z`, `${at(0)}T13:00:00Z`);
    expect(await days()).toEqual([
      `${at(-1)} 1 cleanup`,
      `${at(0)} 1 cleanup`,
      `${at(13)} 1 cleanup`,
      `${at(14)} 1 cleanup`,
    ]);
  });
});
