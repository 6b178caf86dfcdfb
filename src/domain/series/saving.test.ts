import { beforeEach, describe, expect, it } from "vitest";
import { joinEvent } from "#domain/registrations/commands.ts";
import type { Member } from "#domain/members/shapes.ts";
import { outcomeOf } from "#test/call.ts";
import { testDatabase } from "#test/database.ts";
import { broken } from "#test/fuzz/invariants.ts";
import { makeIn, type Make } from "#test/make.ts";
import { datesOfSeries, makeSeries, startsOf, weekly } from "#test/series.ts";
import { deleteEvent, updateEvent } from "../organizing/commands.ts";
import { endSeries, previewSeries, updateSeries } from "./saving.ts";
import { SeriesEnd, SeriesUpdate, type SeriesUpdateJson } from "./shapes.ts";

let make: Make;
let organizer: Member;
let id: string;
let ids: string[];
const now = new Date("2026-11-28T12:00:00Z");
beforeEach(async () => {
  make = makeIn(await testDatabase());
  organizer = await make.member();
  ({ id } = await makeSeries(make, { organizer, now }));
  ids = (await datesOfSeries(make, id)).map((event) => event.id);
});

const by = (member = organizer) => make.context(member, now);
const update = (input: SeriesUpdateJson, ctx = by()) => updateSeries(ctx, id, SeriesUpdate.parse(input));
const preview = (input: SeriesUpdateJson) => previewSeries(by(), id, SeriesUpdate.parse(input));
const end = (input: Parameters<typeof SeriesEnd.parse>[0] = {}) => endSeries(by(), id, SeriesEnd.parse(input));
const join = async (...dates: number[]) => {
  const member = await make.member();
  for (const date of dates) await joinEvent(by(member), { eventId: ids[date]! });
  await make.mails(now);
  return member;
};
/** The dates in short: their original start, and when they are. */
const dates = async () =>
  (await datesOfSeries(make, id)).map(({ series_start, event_date, cancelled_at }) => [
    series_start,
    event_date.toISOString().slice(0, 16) + (cancelled_at ? " canceled" : ""),
  ]);
const wednesdays = { repeats: weekly(3), first: "2026-12-02" };

describe("updateSeries", () => {
  it("changes all dates to come, or those from one on, and new dates are like them", async () => {
    expect(await update({ changes: { title: "Food for All" } })).toMatchObject({ changed: 12, canceled: 0, made: 0 });
    expect(await update({ from: ids[2], changes: { description: "Bring a bag." } })).toMatchObject({ changed: 10 });
    const all = await datesOfSeries(make, id);
    expect(new Set(all.map(({ title }) => title))).toEqual(new Set(["Food for All"]));
    expect(all.map(({ description }) => description === "Bring a bag.")).toEqual(all.map((_, index) => index >= 2));
    const series = await make.db.selectFrom("series").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    expect(series).toMatchObject({ title: "Food for All", description: "Bring a bag." });
  });

  it("keeps what was changed for one date alone, and says so before", async () => {
    await updateEvent(by(), ids[1]!, { title: "Christmas Sorting" });
    const change = { changes: { title: "Food for All", location: "New Bakery" } };
    expect(await preview(change)).toMatchObject({
      changed: 12,
      kept: [{ eventId: ids[1], start: "2026-12-08T18:00", fields: ["title"] }],
    });
    await update(change);
    const [first, second] = await datesOfSeries(make, id);
    expect([first?.title, first?.location]).toEqual(["Food for All", "New Bakery"]);
    expect([second?.title, second?.location]).toEqual(["Christmas Sorting", "New Bakery"]);
  });

  it("changes what a date has for itself alone, if the organizer wants that", async () => {
    await updateEvent(by(), ids[1]!, { title: "Christmas Sorting" });
    await updateEvent(by(), ids[1]!, { eventDate: new Date("2026-12-09T10:00:00Z") });
    await updateEvent(by(), ids[2]!, { title: "New Year Sorting" });
    const change: SeriesUpdateJson = { changes: { title: "Food for All" }, also: [ids[1]!] };
    expect((await preview(change)).kept.map(({ eventId }) => eventId)).toEqual([ids[2]]);
    await update(change);
    const titles = (await datesOfSeries(make, id)).map(({ title }) => title);
    expect(titles.slice(0, 4)).toEqual(["Food for All", "Food for All", "New Year Sorting", "Food for All"]);
    // Only what changes is given up: a title leaves the date's own time alone.
    expect((await dates())[1]).toEqual(["2026-12-08T18:00", "2026-12-09T10:00"]);
    await update({ changes: { startTime: "18:30" }, also: [ids[1]!] });
    expect((await dates())[1]).toEqual(["2026-12-08T18:30", "2026-12-08T18:30"]);
  });

  it("moves dates to a new time of day with their people, but not one that was moved alone", async () => {
    const member = await join(0, 1);
    await updateEvent(by(), ids[1]!, { eventDate: new Date("2026-12-09T10:00:00Z") });
    await make.mails(new Date(now.getTime() + 3_600_000));
    expect(await update({ changes: { startTime: "18:30", minutes: 90 } })).toMatchObject({ changed: 12, told: 1 });
    const [first, second] = await datesOfSeries(make, id);
    expect([first?.series_start, first?.event_date, first?.event_end]).toEqual([
      "2026-12-01T18:30",
      new Date("2026-12-01T18:30Z"),
      new Date("2026-12-01T20:00Z"),
    ]);
    expect([second?.series_start, second?.event_date]).toEqual(["2026-12-08T18:30", new Date("2026-12-09T10:00Z")]);
    expect(first?.taken).toBe(1);
    const mails = await make.mails(now);
    expect(mails.map(({ to }) => to)).toEqual([member.email]);
  });

  it("refuses fewer spots than one date has people, and changes no date", async () => {
    await join(1);
    await join(1);
    expect(await outcomeOf(update({ changes: { title: "Small", maxParticipant: "1" } }))).toBe("invalid");
    expect((await datesOfSeries(make, id)).some(({ title }) => title === "Small")).toBe(false);
  });

  it("replaces dates without people by those of a new rule, from one on", async () => {
    expect(await update({ ...wednesdays, from: ids[1], first: "2026-12-09" })).toMatchObject({ made: 11, canceled: 0 });
    const starts = await startsOf(make, id);
    expect(starts.slice(0, 3)).toEqual(["2026-12-01T18:00", "2026-12-09T18:00", "2026-12-16T18:00"]);
    // Days of a former rule are not left out: they come back with it.
    await update({
      from: (await datesOfSeries(make, id))[1]!.id,
      repeats: weekly(2, 3),
      first: "2026-12-09",
    });
    expect((await startsOf(make, id)).slice(0, 4)).toEqual([
      "2026-12-01T18:00",
      "2026-12-09T18:00",
      "2026-12-15T18:00",
      "2026-12-16T18:00",
    ]);
    expect(await broken(make.db)).toEqual([]);
  });

  it("asks what becomes of each date with people that no longer fits, and loses none silently", async () => {
    const [moved, kept, canceled] = [await join(0), await join(1), await join(2)];
    expect(await preview(wednesdays)).toMatchObject({
      misfits: [
        { eventId: ids[0], people: 1, nearest: "2026-12-02T18:00" },
        { eventId: ids[1], people: 1, nearest: "2026-12-09T18:00" },
        { eventId: ids[2], people: 1, nearest: "2026-12-16T18:00" },
      ],
    });
    // The number of people follows the choices; without any, nobody's date changes.
    expect(await preview(wednesdays)).toMatchObject({ told: 0, removed: 9 });
    expect(await preview({ ...wednesdays, misfits: { [ids[0]!]: "move", [ids[2]!]: "cancel" } })).toMatchObject({
      told: 2,
      changed: 1,
    });
    const before = await dates();
    expect(await outcomeOf(update(wednesdays))).toBe("dates_unfit");
    const misfits = { [ids[0]!]: "move", [ids[1]!]: "keep", [ids[2]!]: "cancel" } as const;
    expect(await outcomeOf(update({ ...wednesdays, misfits }))).toBe("invalid");
    expect(await dates()).toEqual(before);

    expect(await update({ ...wednesdays, misfits, reason: "The hall is closed." })).toMatchObject({
      told: 2,
      canceled: 1,
    });
    expect((await dates()).slice(0, 5)).toEqual([
      ["2026-12-02T18:00", "2026-12-02T18:00"],
      ["2026-12-08T18:00", "2026-12-08T18:00"],
      ["2026-12-09T18:00", "2026-12-09T18:00"],
      ["2026-12-15T18:00", "2026-12-15T18:00 canceled"],
      ["2026-12-16T18:00", "2026-12-16T18:00"],
    ]);
    const first = (await datesOfSeries(make, id))[0];
    expect([first?.id, first?.taken]).toEqual([ids[0], 1]);
    const mails = await make.mails(now);
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      [moved.email, "Changed: Food Sorting"],
      [canceled.email, "Canceled: Food Sorting"],
    ]);
    expect(mails.some(({ to }) => to === kept.email)).toBe(false);
    expect(await broken(make.db)).toEqual([]);
  });

  it("moves two dates to two days, and no day has two", async () => {
    await join(0);
    const day = await make.db.selectFrom("events").select("id").where("id", "=", ids[0]!).executeTakeFirst();
    await update({ repeats: weekly(2, 5), first: "2026-12-01" });
    const friday = (await datesOfSeries(make, id)).find(({ series_start }) => series_start === "2026-12-04T18:00")!;
    await joinEvent(by(await make.member()), { eventId: friday.id });
    const change = { repeats: weekly(4), first: "2026-12-03" };
    const { misfits } = await preview(change);
    expect(misfits.map(({ nearest }) => nearest)).toEqual(["2026-12-03T18:00", null]);
    expect(day?.id).toBe(ids[0]);
    const choice = { [ids[0]!]: "move", [friday.id]: "move" } as const;
    expect(await outcomeOf(update({ ...change, misfits: choice }))).toBe("invalid");
  });

  it("writes one mail to a person with several dates, with all of them in one calendar", async () => {
    const member = await join(0, 1, 2);
    expect(await update({ changes: { startTime: "19:00" }, note: "The hall is free later." })).toMatchObject({
      told: 1,
    });
    const [mail, ...others] = await make.mails(now);
    expect(others).toEqual([]);
    expect([mail?.to, mail?.subject]).toEqual([member.email, "Changed dates: Food Sorting"]);
    expect(mail?.text).toContain("The hall is free later.");
    for (const day of ["Dec 1", "Dec 8", "Dec 15"]) expect(mail?.text).toContain(day);
    expect(mail?.text).not.toContain("Dec 22");
  });

  it("sends no mail about corrected words, and refuses a note without a mail", async () => {
    await join(0);
    expect(await update({ changes: { title: "Food sorting" }, tell: false })).toMatchObject({ changed: 12, told: 0 });
    expect(await make.mails(now)).toEqual([]);
    expect(await outcomeOf(update({ changes: { title: "Food" }, tell: false, note: "Hello" }))).toBe("invalid");
  });

  it("refuses others, an ended series, and dates of another series", async () => {
    const other = await makeSeries(make, { organizer, now });
    expect(await outcomeOf(update({ changes: { title: "Mine" } }, by(await make.member())))).toBe("not_yours");
    expect(await outcomeOf(update({ from: other.first, changes: { title: "Mine" } }))).toBe("not_found");
    expect(await outcomeOf(updateSeries(by(), "none", SeriesUpdate.parse({})))).toBe("not_found");
    await end();
    expect(await outcomeOf(update({ changes: { title: "Mine" } }))).toBe("series_over");
  });
});

describe("endSeries", () => {
  it("removes dates without people, cancels those with people, and mails each person once", async () => {
    const member = await join(1, 2);
    expect(await outcomeOf(end())).toBe("invalid");
    expect(await datesOfSeries(make, id)).toHaveLength(12);
    expect(await end({ reason: "We move away." })).toMatchObject({ canceled: 2, removed: 10, told: 1 });
    expect(await dates()).toEqual([
      ["2026-12-08T18:00", "2026-12-08T18:00 canceled"],
      ["2026-12-15T18:00", "2026-12-15T18:00 canceled"],
    ]);
    const [mail, ...others] = await make.mails(now);
    expect([mail?.to, others]).toEqual([member.email, []]);
    expect(mail?.text).toContain("We move away.");
    expect(mail?.text).toContain("This date will not take place.");
  });

  it("keeps the dates up to its last day, with what was deleted before", async () => {
    await deleteEvent(by(), ids[0]!, {});
    expect(await end({ last: "2026-12-15" })).toMatchObject({ canceled: 0, removed: 9, told: 0 });
    expect(await startsOf(make, id)).toEqual(["2026-12-08T18:00", "2026-12-15T18:00"]);
    expect(await outcomeOf(end())).toBe("series_over");
  });

  it("refuses a last day for which no dates are made yet", async () => {
    expect(await outcomeOf(end({ last: "2027-06-01" }))).toBe("invalid");
    expect(await datesOfSeries(make, id)).toHaveLength(12);
  });
});
