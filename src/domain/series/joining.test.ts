import ICAL from "ical.js";
import { beforeEach, describe, expect, it } from "vitest";
import type { Member } from "#domain/members/shapes.ts";
import { outcomeOf } from "#test/call.ts";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make } from "#test/make.ts";
import { datesOfSeries, makeSeries } from "#test/series.ts";
import { blockMember } from "../blocks/commands.ts";
import { cancelEvent } from "../organizing/commands.ts";
import { joinDates, leaveDates } from "./joining.ts";
import { listOwnDates } from "./queries.ts";

let make: Make;
let organizer: Member;
let member: Member;
let seriesId: string;
let ids: string[];
const now = new Date("2026-11-28T12:00:00Z");
beforeEach(async () => {
  make = makeIn(await testDatabase());
  organizer = await make.member();
  member = await make.member();
  await make.proven(organizer, member);
  seriesId = (await makeSeries(make, { organizer, now, event: { maxParticipant: "1" } })).id;
  ids = (await datesOfSeries(make, seriesId)).map(({ id }) => id);
});

const at = (...indexes: number[]) => ({ eventIds: indexes.map((index) => ids[index] ?? "") });
const join = (who: Member, ...indexes: number[]) => joinDates(make.context(who, now), seriesId, at(...indexes));
const leave = (who: Member, ...indexes: number[]) => leaveDates(make.context(who, now), seriesId, at(...indexes));
const begin = (hour: number) => new Date(Date.UTC(2026, 11, 15, hour));
const countsOf = async (index: number) => {
  const dates = await datesOfSeries(make, seriesId);
  return [dates[index]?.taken, dates[index]?.waitlisted];
};
const mails = async (to: Member) => (await make.mails(now)).filter((mail) => mail.to.includes(to.email));

describe("joinDates", () => {
  it("takes a spot on each date, and a place on the waitlist of a full one", async () => {
    await join(await make.member(), 1);
    const { dates } = await join(member, 0, 1, 2);
    expect(dates.map(({ state, position }) => [state, position])).toEqual([
      ["joined", null],
      ["waiting", 1],
      ["joined", null],
    ]);
    expect([await countsOf(0), await countsOf(1), await countsOf(2), await countsOf(3)]).toEqual([
      [1, 0],
      [1, 1],
      [1, 0],
      [0, 0],
    ]);
    expect(make.announced.slice(-3)).toEqual(at(0, 1, 2).eventIds);
  });

  it("tells all dates in one mail, with a calendar of all and a link to leave each", async () => {
    await join(await make.member(), 1);
    await make.mails(now);
    await join(member, 0, 1);
    const [mail, ...others] = await mails(member);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe("You have joined 2 dates: Food Sorting");
    expect(mail?.text).toMatch(/Tue, Dec 1, 2026, 6 – 8 PM UTC: You're in. Your code: \w+/);
    expect(mail?.text).toMatch(/Tue, Dec 8, 2026, 6 – 8 PM UTC: You are number 1 on the waitlist\./);
    const calendar = new ICAL.Component(ICAL.parse(mail?.calendar?.content ?? ""));
    const entries = calendar.getAllSubcomponents("vevent");
    expect(entries.map((entry) => entry.getFirstPropertyValue("status"))).toEqual(["CONFIRMED", "TENTATIVE"]);
    expect(mail?.links.filter((link) => link.includes("/place#"))).toHaveLength(2);
  });

  it("mails a single date as any event, and leaves out dates that the member has left", async () => {
    await join(member, 0);
    expect((await mails(member)).map(({ subject }) => subject)).toEqual(["You have a spot: Food Sorting"]);
    await join(member, 1, 2);
    await leave(member, 2);
    const subjects = (await mails(member)).map(({ subject }) => subject);
    expect(subjects).toEqual(["You have a spot: Food Sorting", "You have left: Food Sorting"]);
  });

  it("counts a date that was joined before as done, and mails nothing again", async () => {
    await join(member, 0, 1);
    await mails(member);
    const { dates } = await join(member, 0, 1);
    expect(dates.map(({ state }) => state)).toEqual(["joined", "joined"]);
    expect(await countsOf(0)).toEqual([1, 0]);
    expect(await mails(member)).toEqual([]);
  });

  it("gives each spot once, however many join the same dates at once, in any order", async () => {
    const crowd = await make.members(6);
    const answers = await Promise.all(crowd.map((one, index) => (index % 2 ? join(one, 0, 1, 2) : join(one, 2, 1, 0))));
    for (const index of [0, 1, 2]) {
      expect(await countsOf(index)).toEqual([1, 5]);
      const states = answers.map(({ dates }) => dates.find(({ eventId }) => eventId === ids[index])?.state);
      expect(states.filter((state) => state === "joined")).toHaveLength(1);
    }
  });

  it("uses spots that are kept for the member's address", async () => {
    const kept = { id: crypto.randomUUID(), event_id: ids[0] ?? "", email: member.email, spots: 1 };
    const expires_at = new Date(now.getTime() + 600_000);
    await make.db
      .insertInto("reservations")
      .values({ ...kept, expires_at })
      .execute();
    await make.db.updateTable("events").set({ taken: 1 }).where("id", "=", kept.event_id).execute();
    const { dates } = await join(member, 0, 1);
    expect(dates.map(({ state }) => state)).toEqual(["joined", "joined"]);
    expect(await countsOf(0)).toEqual([1, 0]);
    expect(await make.db.selectFrom("reservations").selectAll().execute()).toEqual([]);
  });

  it("takes over a spot that an organizer holds by name, and tells it in the same mail", async () => {
    const held = { id: crypto.randomUUID(), event_id: ids[0] ?? "", name: "Rui", joined_at: now };
    await make.db.insertInto("registrations").values(held).execute();
    await make.db.updateTable("events").set({ taken: 1 }).where("id", "=", held.event_id).execute();
    const added = { id: crypto.randomUUID(), event_id: held.event_id, registration_id: held.id, email: member.email };
    await make.db
      .insertInto("added_people")
      .values({ ...added, added_by: organizer.id, added_at: now })
      .execute();
    await join(member, 0, 1);
    expect(await countsOf(0)).toEqual([1, 0]);
    expect((await mails(member)).map(({ subject }) => subject)).toEqual(["You have joined 2 dates: Food Sorting"]);
  });

  it("joins the other dates if one is refused, and is refused if each of them is", async () => {
    await cancelEvent(make.context(organizer, now), ids[0] ?? "", { reason: "Snow" });
    const { dates } = await join(member, 0, 1);
    expect(dates.map(({ state, refused }) => [state, refused])).toEqual([
      [null, "event_cancelled"],
      ["joined", null],
    ]);
    expect(await outcomeOf(join(member, 0))).toBe("event_cancelled");
    await blockMember(make.context(organizer, now), member.id);
    expect(await outcomeOf(join(member, 2, 3))).toBe("cannot_join");
    expect(await countsOf(2)).toEqual([0, 0]);
  });

  it("joins nothing if an event is not a date of the series, is a draft, or is unknown", async () => {
    const other = await make.event();
    const otherSeries = await makeSeries(make, { organizer, now });
    const draft = ids[5] ?? "";
    await make.db.updateTable("events").set({ is_draft: true }).where("id", "=", draft).execute();
    for (const wrong of [other, otherSeries.first, draft, crypto.randomUUID(), "x"]) {
      const input = { eventIds: [...at(0).eventIds, wrong] };
      expect(await outcomeOf(joinDates(make.context(member, now), seriesId, input))).toBe("not_found");
    }
    expect(await outcomeOf(joinDates(make.context(undefined, now), seriesId, at(0)))).toBe("sign_in_required");
    expect(await countsOf(0)).toEqual([0, 0]);
  });
});

describe("leaveDates", () => {
  it("frees the member's spots for the next on the waitlist, and tells all dates in one mail", async () => {
    const next = await make.member();
    await make.proven(next);
    await join(member, 0, 1, 2);
    await join(next, 0, 1);
    await make.mails(now);
    expect(await leave(member, 0, 1, 3)).toEqual({ acknowledged: true, left: 2 });
    const subjects = (await mails(member)).map(({ subject }) => subject);
    expect(subjects).toEqual(["You have left 2 dates: Food Sorting"]);
    const { dates } = await listOwnDates(make.context(member, now), seriesId);
    expect(dates.map(({ eventId }) => eventId)).toEqual(at(2).eventIds);
    const offers = await make.db
      .selectFrom("registrations")
      .where("offer_expires_at", "is not", null)
      .selectAll()
      .execute();
    expect(offers.map(({ member_id }) => member_id)).toEqual([next.id, next.id]);
  });

  it("changes nothing without a registration, and leaves none if one of the dates is over", async () => {
    expect(await leave(member, 0, 1)).toEqual({ acknowledged: true, left: 0 });
    expect(await mails(member)).toEqual([]);
    await join(member, 0, 1);
    const late = new Date("2026-12-02T12:00:00Z");
    expect(await outcomeOf(leaveDates(make.context(member, late), seriesId, at(0, 1)))).toBe("event_over");
    expect(await countsOf(1)).toEqual([1, 0]);
  });
});

describe("listOwnDates", () => {
  it("lists the member's coming dates, and what they have joined at the same time elsewhere", async () => {
    await join(await make.member(), 1);
    await join(member, 0, 1);
    const before = await make.event({ title: "Ends when it begins", eventDate: begin(16) });
    const during = await make.event({ title: "Reading Hour", eventDate: begin(17) });
    const notJoined = await make.event({ title: "Only waiting", eventDate: begin(18) });
    for (const eventId of [before, during, notJoined]) await make.join({ eventId, member });
    await make.db
      .updateTable("registrations")
      .set({ status: "waitlisted" })
      .where("event_id", "=", notJoined)
      .execute();
    const own = async (who: Member, when = now) => (await listOwnDates(make.context(who, when), seriesId)).dates;
    expect((await own(member)).map(({ state, meanwhile }) => [state, meanwhile?.title])).toEqual([
      ["joined", undefined],
      ["waiting", undefined],
      [null, "Reading Hour"],
    ]);
    expect(await own(await make.member())).toEqual([]);
    expect((await own(member, new Date("2026-12-02T12:00:00Z"))).map(({ eventId }) => eventId)).toEqual(
      at(1, 2).eventIds,
    );
    await join(member, 2);
    expect((await own(member)).map(({ meanwhile }) => meanwhile)).toEqual([null, null, null]);
  });

  it("is not_found for a series that nobody may see", async () => {
    await make.db.updateTable("events").set({ is_draft: true }).where("series_id", "=", seriesId).execute();
    for (const id of [seriesId, crypto.randomUUID(), "x"])
      expect(await outcomeOf(listOwnDates(make.context(member, now), id))).toBe("not_found");
  });
});
