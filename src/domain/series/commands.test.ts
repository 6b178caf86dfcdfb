import { beforeEach, describe, expect, it } from "vitest";
import type { Member } from "#domain/members/shapes.ts";
import { outcomeOf } from "#test/call.ts";
import { testDatabase } from "#test/database.ts";
import { broken } from "#test/fuzz/invariants.ts";
import { makeIn, type Make } from "#test/make.ts";
import { atTime, datesOfSeries, makeSeries, nextDay, startsOf, tuesdays, weekly } from "#test/series.ts";
import { deleteEvent } from "../organizing/commands.ts";
import { daysAfter } from "../events/rules.ts";
import { createSeries } from "./commands.ts";
import { makeDueDates } from "./making.ts";
import { SeriesInput } from "./shapes.ts";

let make: Make;
let organizer: Member;
const now = new Date("2026-11-28T12:00:00Z");
beforeEach(async () => {
  make = makeIn(await testDatabase());
  organizer = await make.member();
});

const create = (wishes: Parameters<typeof tuesdays>[1] = {}, ctx = make.context(organizer, now)) =>
  createSeries(ctx, SeriesInput.parse(tuesdays(now, wishes)));
const weeks = (count: number, first = "2026-12-01") =>
  Array.from({ length: count }, (_, week) => `${daysAfter(first, 7 * week)}T18:00`);

describe("createSeries", () => {
  it("makes the dates of twelve weeks, each with the fields of the first, and not one later", async () => {
    const { id, first, dates, status } = await makeSeries(make, { organizer, now });
    expect([dates, status]).toEqual([12, "active"]);
    expect(await startsOf(make, id)).toEqual(weeks(12));
    const [one, second, ...others] = await datesOfSeries(make, id);
    expect(one?.id).toBe(first);
    expect(second).toMatchObject({
      title: "Food Sorting",
      capacity: 3,
      taken: 0,
      event_date: new Date("2026-12-08T18:00Z"),
    });
    expect(others.every(({ event_date, event_end }) => event_end.getTime() - event_date.getTime() === 7_200_000)).toBe(
      true,
    );
  });

  it("keeps the time of day when the clocks change", async () => {
    const event = { timeZone: "Europe/Berlin", eventDate: "2027-03-16T17:00:00Z", eventEnd: "2027-03-16T19:00:00Z" };
    const { id } = await makeSeries(make, { organizer, now: new Date("2027-03-10T12:00Z"), event });
    const dates = await datesOfSeries(make, id);
    expect(dates.slice(1, 3).map(({ event_date }) => event_date.toISOString())).toEqual([
      "2027-03-23T17:00:00.000Z",
      "2027-03-30T16:00:00.000Z",
    ]);
  });

  it("makes the first date also if it is later than that", async () => {
    const event = { eventDate: "2027-06-01T18:00:00Z", eventEnd: "2027-06-01T20:00:00Z" };
    const { id } = await makeSeries(make, { organizer, now, event });
    expect(await startsOf(make, id)).toEqual(["2027-06-01T18:00"]);
  });

  it("leaves out struck days, and ends with the rule", async () => {
    const repeats = { ...weekly(2, 4), count: 5 };
    const { id } = await makeSeries(make, { organizer, now, repeats, leftOut: ["2026-12-08"] });
    expect(await startsOf(make, id)).toEqual([
      "2026-12-01T18:00",
      "2026-12-03T18:00",
      "2026-12-10T18:00",
      "2026-12-15T18:00",
    ]);
  });

  it.each([
    ["a first date on another weekday", { repeats: weekly(3) }],
    ["a first date that is left out", { leftOut: [nextDay(2, now)] }],
    ["a date of more than a day", { event: { eventEnd: "2026-12-02T18:01:00Z" } }],
    ["a date of less than a quarter of an hour", { event: { eventEnd: "2026-12-01T18:14:00Z" } }],
    ["a first date in the past", { event: { eventDate: "2026-11-24T18:00:00Z", eventEnd: "2026-11-24T20:00:00Z" } }],
  ])("refuses %s, and makes nothing", async (_, wishes) => {
    expect(await outcomeOf(create(wishes))).toBe("invalid");
    expect(await make.db.selectFrom("series").select("id").execute()).toEqual([]);
  });

  it("takes a date of exactly a day", async () => {
    expect(await outcomeOf(create({ event: { eventEnd: "2026-12-02T18:00:00Z" } }))).toBe("done");
  });

  it("makes fifty series that go on, and not one more", async () => {
    const { id } = await makeSeries(make, { organizer, now });
    const { id: _id, ...one } = await make.db
      .selectFrom("series")
      .selectAll()
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    const rows = Array.from({ length: 48 }, () => ({ ...one, id: crypto.randomUUID() }));
    await make.db.insertInto("series").values(rows).execute();
    expect(await outcomeOf(create())).toBe("done");
    expect(await outcomeOf(create())).toBe("series_full");
    await make.db.updateTable("series").set({ ended_at: now }).where("id", "=", id).execute();
    expect(await outcomeOf(create())).toBe("done");
  });

  it("makes drafts while the organizer's address is not confirmed, and publishes one piece of news", async () => {
    const draft = await create({}, { ...make.context(organizer, now), sendsMail: true });
    expect(draft.status).toBe("draft");
    expect((await datesOfSeries(make, draft.seriesId)).every(({ is_draft }) => is_draft)).toBe(true);
    const { insertedId, status } = await create();
    expect(status).toBe("active");
    const news = await make.db.selectFrom("publications").select("event_id").execute();
    expect(news).toEqual([{ event_id: insertedId }]);
  });
});

describe("makeDueDates", () => {
  it("makes the next dates once, however often and however late it runs", async () => {
    const { id } = await makeSeries(make, { organizer, now });
    expect(await makeDueDates(make.db, id, now)).toEqual([]);
    const later = new Date("2026-12-09T12:00:00Z");
    await Promise.all([makeDueDates(make.db, id, later), makeDueDates(make.db, id, later)]);
    expect(await startsOf(make, id)).toEqual(weeks(14));
    // Long after its last date, it goes on with the next one, and makes none of the past.
    await makeDueDates(make.db, id, new Date("2028-01-01T12:00:00Z"));
    const starts = await startsOf(make, id);
    expect(starts.slice(14, 16)).toEqual(["2028-01-04T18:00", "2028-01-11T18:00"]);
    expect(await broken(make.db)).toEqual([]);
  });

  it("is done by the clock, for series that go on", async () => {
    const [goesOn, ended] = [await makeSeries(make, { organizer, now }), await makeSeries(make, { organizer, now })];
    await make.db.updateTable("series").set({ ended_at: now }).where("id", "=", ended.id).execute();
    const later = new Date("2026-12-09T12:00:00Z");
    await atTime(make, later);
    await atTime(make, later);
    expect(await startsOf(make, goesOn.id)).toHaveLength(14);
    expect(await startsOf(make, ended.id)).toHaveLength(12);
    expect(make.announced.length).toBeGreaterThan(24);
  });

  it("ends a series once its last date is over, and not before", async () => {
    const { id } = await makeSeries(make, { organizer, now, repeats: { ...weekly(2), until: "2026-12-08" } });
    const goesOn = await makeSeries(make, { organizer, now });
    const endedAt = async (series: string) =>
      (await make.db.selectFrom("series").select("ended_at").where("id", "=", series).executeTakeFirstOrThrow())
        .ended_at;
    await makeDueDates(make.db, id, new Date("2026-12-08T19:59:00Z"));
    expect(await endedAt(id)).toBeNull();
    const over = new Date("2026-12-08T20:01:00Z");
    // The day's last date is over, and the next one is not made yet.
    await make.db.updateTable("series").set({ made_until: "2027-12-31" }).where("id", "=", goesOn.id).execute();
    await make.db.deleteFrom("events").where("series_id", "=", goesOn.id).execute();
    for (const series of [id, goesOn.id]) await makeDueDates(make.db, series, over);
    expect([await endedAt(id), await endedAt(goesOn.id)]).toEqual([over, null]);
    expect(await startsOf(make, id)).toEqual(["2026-12-01T18:00", "2026-12-08T18:00"]);
  });

  it("does not make a deleted date again", async () => {
    const { id, first } = await makeSeries(make, { organizer, now });
    await deleteEvent(make.context(organizer, now), first, {});
    await make.db.updateTable("series").set({ made_until: "2026-11-30" }).where("id", "=", id).execute();
    await makeDueDates(make.db, id, now);
    expect(await startsOf(make, id)).toEqual(weeks(12).slice(1));
  });

  it("makes none while a date is held back, and none for a suspended organizer", async () => {
    const { id, first } = await makeSeries(make, { organizer, now });
    const later = new Date("2026-12-09T12:00:00Z");
    const held = { is_draft: true, review: "hidden" as const };
    await make.db
      .updateTable("events")
      .set({ ...held, event_end: new Date("2026-12-10T12:00Z") })
      .where("id", "=", first)
      .execute();
    expect(await makeDueDates(make.db, id, later)).toEqual([]);
    await make.db.updateTable("events").set({ is_draft: false, review: null }).where("id", "=", first).execute();
    await make.db.updateTable("members").set({ suspended_at: now }).where("id", "=", organizer.id).execute();
    expect(await makeDueDates(make.db, id, later)).toEqual([]);
    await make.db.updateTable("members").set({ suspended_at: null }).where("id", "=", organizer.id).execute();
    expect(await makeDueDates(make.db, id, later)).toHaveLength(2);
  });
});
