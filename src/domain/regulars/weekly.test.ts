import { beforeEach, describe, expect, it } from "vitest";
import type { Member } from "#domain/members/shapes.ts";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make } from "#test/make.ts";
import { makeRegular } from "#test/regulars.ts";
import { datesOfSeries, makeSeries, weekly } from "#test/series.ts";
import { setNotificationPreference } from "../notification-preferences/commands.ts";
import { joinEvent, leaveEvent } from "../registrations/commands.ts";
import { sweepReminders } from "../reminders/commands.ts";
import { skipDate, stopRegular } from "./commands.ts";
import { makeRegular as makeRegularOf } from "./naming.ts";
import { sweepRegulars } from "./weekly.ts";

let make: Make;
let organizer: Member;
let member: Member;
let id: string;
let ids: string[];
/** A Saturday. The first date is on Tuesday at 18:00 UTC. */
const now = new Date("2026-11-28T12:00:00Z");
const monday = new Date("2026-11-30T09:00:00Z");
beforeEach(async () => {
  make = makeIn(await testDatabase());
  organizer = await make.member();
  ({ id } = await makeSeries(make, { organizer, now, event: { maxParticipant: "3" } }));
  ids = (await datesOfSeries(make, id)).map((event) => event.id);
  member = await makeRegular(make, id, now);
  await make.mails(now, undefined, sweepRegulars);
});

const mails = (at: Date) => make.mails(at, undefined, sweepRegulars);
const at = (text: string) => new Date(`${text}:00Z`);

describe("the weekly mail", () => {
  it("comes on Monday at 9:00, once, with the date of the week and a link that skips it", async () => {
    expect(await mails(at("2026-11-30T08:59"))).toEqual([]);
    const [mail, ...others] = await mails(monday);
    expect([mail?.to, others]).toEqual([member.email, []]);
    expect(mail?.subject).toBe("Tue, Dec 1: Food Sorting");
    const token = make.links.sign("regular", `${id}:${member.id}:${ids[0]}`);
    expect(mail?.text).toContain(`I can't come this time:\nhttps://goodturn.example/regular#${token}&skip`);
    expect(mail?.text).toContain(`/regular#${make.links.sign("regular", `${id}:${member.id}`)}&stop`);
    expect(mail?.text).not.toContain("Dec 8");
    expect(mail?.text).not.toContain("waitlist");
    await Promise.all([sweepRegulars({ db: make.db, now: monday }), sweepRegulars({ db: make.db, now: monday })]);
    expect(await mails(at("2026-11-30T18:00"))).toEqual([]);
    expect(await mails(at("2026-12-07T09:00"))).toHaveLength(1);
  });

  it("does not come on another day", async () => {
    for (const day of ["2026-11-29T23:59", "2026-12-01T00:00", "2026-12-02T09:00", "2026-12-06T12:00"])
      expect(await mails(at(day))).toEqual([]);
  });

  it("is one for all series, in the order of their dates, and names those that wait", async () => {
    const event = { title: "Tree Care", eventDate: "2026-12-03T08:00:00Z", eventEnd: "2026-12-03T10:00:00Z" };
    const other = await makeSeries(make, {
      organizer,
      now,
      repeats: weekly(4),
      event: { ...event, maxParticipant: "1" },
    });
    await makeRegular(make, other.id, now);
    await makeRegular(make, other.id, now, member);
    await make.mails(now);
    const found = (await mails(monday)).filter(({ to }) => to === member.email);
    expect(found.map(({ subject }) => subject)).toEqual(["Your 2 dates this week"]);
    const text = found[0]?.text ?? "";
    expect(text.indexOf("Food Sorting")).toBeLessThan(text.indexOf("Tree Care"));
    expect(text).toMatch(/Tree Care\n[^]*All spots were taken, so you are on the waitlist/);
    expect(text.split("waitlist")).toHaveLength(2);
    expect(text).toContain("Not on Thu, Dec 3: Tree Care:");
  });

  it("has no date that one skips, left, joined for oneself alone, or that is canceled; without any there is none", async () => {
    await skipDate(make.context(member, now), id, ids[0]!);
    const guest = await make.member();
    await joinEvent(make.context(guest, now), { eventId: ids[0]! });
    await make.mails(now);
    expect(await mails(monday)).toEqual([]);
    await leaveEvent(make.context(member, now), ids[1]!);
    await make.mails(now);
    expect(await mails(at("2026-12-07T09:00"))).toEqual([]);
    await make.db.updateTable("events").set({ cancelled_at: now }).where("id", "=", ids[2]!).execute();
    expect(await mails(at("2026-12-14T09:00"))).toEqual([]);
    expect(await mails(at("2026-12-21T09:00"))).toHaveLength(1);
  });

  it("does not name a date that one says no to before it goes out", async () => {
    await sweepRegulars({ db: make.db, now: monday });
    await skipDate(make.context(member, monday), id, ids[0]!);
    expect(await mails(monday)).toEqual([]);
  });

  it("does not come to people who stopped, or who do not want it", async () => {
    const [stopped, quiet] = [await makeRegular(make, id, now), await makeRegular(make, id, now)];
    await stopRegular(make.context(stopped, now), id);
    await setNotificationPreference(make.context(quiet), { kind: "regulars", wanted: false });
    await make.mails(now);
    expect((await mails(monday)).map(({ to }) => to)).toEqual([member.email]);
  });

  it("follows the clocks of the reader's newsletter, or those of the next date", async () => {
    const zone = { timeZone: "Pacific/Auckland", eventDate: "2026-12-02T05:00:00Z", eventEnd: "2026-12-02T07:00:00Z" };
    const far = await makeSeries(make, { organizer, now, repeats: weekly(3), event: zone });
    const there = await makeRegular(make, far.id, now);
    await make.proven(member);
    await make.db
      .insertInto("subscribers")
      .values({ email: member.email, created_at: now, confirmed_at: now, time_zone: "America/New_York" })
      .execute();
    await make.mails(now);
    // 9:00 in Auckland, in UTC, and in New York.
    expect((await mails(at("2026-11-29T19:59"))).map(({ to }) => to)).toEqual([]);
    expect((await mails(at("2026-11-29T20:00"))).map(({ to }) => to)).toEqual([there.email]);
    expect((await mails(monday)).map(({ to }) => to)).toEqual([]);
    expect((await mails(at("2026-11-30T14:00"))).map(({ to }) => to)).toEqual([member.email]);
  });
});

describe("what was registered for a regular", () => {
  it("has no reminder, and what others joined has", async () => {
    const other = await make.member();
    await joinEvent(make.context(other, now), { eventId: ids[0]! });
    await make.mails(now);
    const reminders = await make.mails(at("2026-11-30T18:30"), undefined, sweepReminders);
    expect(reminders.map(({ to }) => to)).toEqual([other.email]);
  });

  it("has its reminder, and no weekly mail, once a member has the spot of a person without an account", async () => {
    const [later, other] = [at("2026-12-07T09:00"), await make.member()];
    await makeRegularOf(make.context(organizer, now), id, { name: "Rita" });
    await make.db
      .updateTable("registrations")
      .set({ member_id: other.id, name: null })
      .where("event_id", "=", ids[1]!)
      .where("name", "=", "Rita")
      .execute();
    expect((await mails(later)).map(({ to }) => to)).toEqual([member.email]);
    const reminders = await make.mails(at("2026-12-07T18:30"), undefined, sweepReminders);
    expect(reminders.map(({ to }) => to)).toEqual([other.email]);
  });
});
