import { beforeEach, describe, expect, it } from "vitest";
import type { Member } from "#domain/members/shapes.ts";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make } from "#test/make.ts";
import { datesOfSeries, makeSeries } from "#test/series.ts";
import { getEvent } from "../events/queries.ts";
import { cancelEvent } from "../organizing/commands.ts";
import { findPageDates, listComingDates } from "./dates.ts";

let make: Make;
let organizer: Member;
let ids: string[];
let seriesId: string;
const now = new Date("2026-11-28T12:00:00Z");
beforeEach(async () => {
  make = makeIn(await testDatabase());
  organizer = await make.member();
  seriesId = (await makeSeries(make, { organizer, now, event: { maxParticipant: "2" } })).id;
  ids = (await datesOfSeries(make, seriesId)).map(({ id }) => id);
});

const pageOf = async (index: number, when = now) => {
  const event = await getEvent(make.context(undefined, when), ids[index] ?? "");
  return findPageDates(make.context(undefined, when), event);
};
const shownOn = async (index: number, when = now) => {
  const page = await pageOf(index, when);
  return { shown: page?.dates.map(({ eventId }) => ids.indexOf(eventId)), more: page?.more };
};

describe("findPageDates", () => {
  it("shows the first three dates and the number of the others; a later one that is shown takes the third place", async () => {
    expect(await shownOn(0)).toEqual({ shown: [0, 1, 2], more: 9 });
    expect(await shownOn(2)).toEqual({ shown: [0, 1, 2], more: 9 });
    expect(await shownOn(7)).toEqual({ shown: [0, 1, 7], more: 9 });
    expect((await pageOf(0))?.repeats).toBe("Every Tuesday, 6 PM");
  });

  it("leaves out dates that are over, drafts, and dates of other series", async () => {
    await makeSeries(make, { organizer, now });
    await make.db
      .updateTable("events")
      .set({ is_draft: true })
      .where("id", "=", ids[2] ?? "")
      .execute();
    expect(await shownOn(1, new Date("2026-12-01T19:00:00Z"))).toEqual({ shown: [0, 1, 3], more: 8 });
    expect(await shownOn(0, new Date("2026-12-01T20:00:01Z"))).toEqual({ shown: [1, 3, 4], more: 7 });
  });

  it("leads to the next date with room, to an earlier one after the last, to a full one if all are, and else to none", async () => {
    const nextOn = async (index: number) => ids.indexOf((await pageOf(index))?.next?.eventId ?? "");
    await cancelEvent(make.context(organizer, now), ids[0] ?? "", { reason: "Snow" });
    expect(await nextOn(0)).toBe(1);
    for (let person = 0; person < 2; person++) await make.join({ eventId: ids[1] ?? "" });
    expect(await nextOn(0)).toBe(2);
    expect(await nextOn(4)).toBe(5);
    expect(await nextOn(11)).toBe(2);
    await make.db.updateTable("events").set({ taken: 2 }).where("series_id", "=", seriesId).execute();
    expect(await nextOn(0)).toBe(1);
    await make.db.updateTable("events").set({ cancelled_at: now }).where("series_id", "=", seriesId).execute();
    expect(await nextOn(0)).toBe(-1);
  });

  it("asks nothing for an event that happens once", async () => {
    const event = await getEvent(make.context(), await make.event());
    const db = new Proxy({} as Make["db"], {
      get: () => {
        throw new Error("a statement");
      },
    });
    expect(await findPageDates({ db, now }, event)).toBeNull();
    const date = await getEvent(make.context(undefined, now), ids[0] ?? "");
    await expect(findPageDates({ db, now }, date)).rejects.toThrow("a statement");
  });
});

describe("listComingDates", () => {
  it("says what a newcomer gets on each date: spots, a place on the waitlist, or no limit", async () => {
    await make.join({ eventId: ids[0] ?? "" });
    for (let person = 0; person < 2; person++) await make.join({ eventId: ids[1] ?? "" });
    await make.db
      .updateTable("events")
      .set({ capacity: null })
      .where("id", "=", ids[2] ?? "")
      .execute();
    const dates = await listComingDates(make.context(undefined, now), seriesId);
    expect(dates.slice(0, 4).map(({ left }) => left)).toEqual([1, 0, null, 2]);
    expect(dates).toHaveLength(12);
  });
});
