import ICAL from "ical.js";
import { beforeEach, describe, expect, it } from "vitest";
import type { Member } from "#domain/members/shapes.ts";
import { callerOf } from "#test/call.ts";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make } from "#test/make.ts";
import { datesOfSeries, makeSeries, nextDay } from "#test/series.ts";
import { cancelEvent, deleteEvent, updateEvent } from "../organizing/commands.ts";

let make: Make;
let organizer: Member;
const now = new Date();
beforeEach(async () => {
  make = makeIn(await testDatabase());
  organizer = await make.member();
});

const berlin = async () => {
  const day = nextDay(2, now, 3);
  const event = { timeZone: "Europe/Berlin", eventDate: `${day}T17:30:00Z`, eventEnd: `${day}T19:00:00Z` };
  return makeSeries(make, { organizer, now, event });
};
/** The entries of the calendar of a series. */
async function entriesOf(id: string) {
  const { status, body } = await callerOf(make)("GET", `/series/${id}/calendar.ics`);
  expect(status).toBe(200);
  const calendar = new ICAL.Component(ICAL.parse(String(body)));
  return calendar.getAllSubcomponents("vevent").map((entry) => {
    const recurrence = entry.getFirstProperty("recurrence-id");
    return {
      uid: entry.getFirstPropertyValue("uid"),
      original: `${String(recurrence?.getFirstValue())} ${String(recurrence?.getParameter("tzid"))}`,
      start: String(entry.getFirstPropertyValue("dtstart")),
      status: entry.getFirstPropertyValue("status"),
      rule: entry.getFirstPropertyValue("rrule"),
    };
  });
}
const statusOf = async (id: string) => (await callerOf(make)("GET", `/series/${id}/calendar.ics`)).status;

describe("the calendar of a series", () => {
  it("has each of its dates under one UID, by its original local start", async () => {
    const { id } = await berlin();
    const dates = await datesOfSeries(make, id);
    const entries = await entriesOf(id);
    expect(entries.map(({ original }) => original)).toEqual(
      dates.map(({ series_start }) => `${series_start}:00 Europe/Berlin`),
    );
    expect(new Set(entries.map(({ uid, rule, status }) => `${String(uid)} ${String(rule)} ${String(status)}`))).toEqual(
      new Set([`${id}@localhost null CONFIRMED`]),
    );
  });

  it("keeps a moved date's original start, marks a canceled date, and lacks a deleted one and drafts", async () => {
    const { id } = await berlin();
    const [moved, canceled, deleted, draft, ...others] = await datesOfSeries(make, id);
    const ctx = make.context(organizer, now);
    const ids = [moved, canceled, deleted, draft].map((date) => date?.id ?? "");
    const later = new Date((moved?.event_date.getTime() ?? 0) + 3_600_000);
    await updateEvent(ctx, ids[0] ?? "", { email: organizer.email, eventDate: later });
    await cancelEvent(ctx, ids[1] ?? "", { reason: "Snow" });
    await deleteEvent(ctx, ids[2] ?? "", { email: organizer.email });
    await make.db
      .updateTable("events")
      .set({ is_draft: true })
      .where("id", "=", ids[3] ?? "")
      .execute();
    const entries = await entriesOf(id);
    expect(entries).toHaveLength(2 + others.length);
    expect(entries[0]).toMatchObject({ original: `${moved?.series_start}:00 Europe/Berlin`, status: "CONFIRMED" });
    expect(entries[0]?.start).not.toBe(`${moved?.series_start}:00`);
    expect(entries[1]).toMatchObject({ original: `${canceled?.series_start}:00 Europe/Berlin`, status: "CANCELLED" });
    expect(entries.filter(({ status }) => status === "CANCELLED")).toHaveLength(1);
  });

  it("is not found without a date that everybody may see", async () => {
    const { id } = await berlin();
    await make.db.updateTable("events").set({ is_draft: true }).where("series_id", "=", id).execute();
    expect(await statusOf(id)).toBe(404);
    expect(await statusOf("nonsense")).toBe(404);
    expect(await statusOf(organizer.id)).toBe(404);
  });

  it("has no part in the calendar of one date, which keeps its own UID", async () => {
    const { first } = await berlin();
    const { body } = await callerOf(make)("GET", `/events/${first}/calendar.ics`);
    expect(body).toContain(`UID:${first}@`);
    expect(body).not.toContain("RECURRENCE-ID");
  });
});
