import { beforeEach, describe, expect, it } from "vitest";
import type { Member } from "#domain/members/shapes.ts";
import { outcomeOf } from "#test/call.ts";
import { testDatabase } from "#test/database.ts";
import { broken } from "#test/fuzz/invariants.ts";
import { makeIn, type Make } from "#test/make.ts";
import { listsOf, makeRegular as becomesOne } from "#test/regulars.ts";
import { datesOfSeries, makeSeries } from "#test/series.ts";
import { exportAccount } from "../accounts/queries.ts";
import { addPerson } from "../participants/commands.ts";
import { joinEvent } from "../registrations/commands.ts";
import { sweepReminders } from "../reminders/commands.ts";
import { makeDueDates } from "../series/making.ts";
import { pauseRegular, skipDate } from "./commands.ts";
import { endRegularOf, makeRegular } from "./naming.ts";
import { getOwnRegular, listRegulars } from "./queries.ts";

let make: Make;
let organizer: Member;
let id: string;
let ids: string[];
const now = new Date("2026-11-28T12:00:00Z");
const later = new Date("2026-12-05T12:00:00Z");
beforeEach(async () => {
  make = makeIn(await testDatabase());
  organizer = await make.member();
  ({ id } = await makeSeries(make, { organizer, now, event: { maxParticipant: "3" } }));
  ids = (await datesOfSeries(make, id)).map((event) => event.id);
});

const by = (member = organizer, at = now) => make.context(member, at);
const lists = () => listsOf(make, id);
const regulars = (eventId?: string) => listRegulars(by(), id, { eventId });
const personAt = async (eventId: string) => {
  const rows = await make.db.selectFrom("registrations").select("id").where("event_id", "=", eventId).execute();
  return rows[0]?.id ?? "";
};

describe("makeRegular", () => {
  it("registers a member of a list for all dates, and tells them, with a link that stops it", async () => {
    const member = await make.member();
    await joinEvent(by(member), { eventId: ids[0]! });
    await make.mails(now);
    await makeRegular(by(), id, { memberId: member.id });
    expect(new Set((await lists()).flat())).toEqual(new Set([member.displayName]));
    expect((await lists()).every((list) => list.length === 1)).toBe(true);
    const [mail, ...others] = await make.mails(now);
    expect([mail?.to, mail?.subject, others]).toEqual([member.email, "You are down for every time: Food Sorting", []]);
    expect(mail?.text).toContain("put you down for all dates of “Food Sorting”: Every Tuesday, 6 PM.");
    expect(mail?.text).toContain(`/regular#${make.links.sign("regular", `${id}:${member.id}`)}&stop`);
    await makeRegular(by(), id, { memberId: member.id });
    expect([(await regulars()).regulars.length, await make.mails(now)]).toEqual([1, []]);
  });

  it("is refused for members who are on no list of the series", async () => {
    const member = await make.member();
    await joinEvent(by(member), { eventId: await make.event({ organizer }) });
    expect(await outcomeOf(makeRegular(by(), id, { memberId: member.id }))).toBe("not_found");
  });

  it("registers a person by name, who gets no mail, also for new dates and after a skip", async () => {
    const { insertedId } = await makeRegular(by(), id, { name: "Rita", phone: "+49 30 1234" });
    await makeDueDates(make.db, id, later);
    expect(await lists()).toEqual(Array.from({ length: 13 }, () => ["Rita"]));
    expect(await make.mails(later, undefined, sweepReminders)).toEqual([]);
    expect((await regulars()).regulars).toMatchObject([
      { _id: insertedId, memberId: null, userName: "Rita", phone: "+49 30 1234", isSkipping: false },
    ]);
    expect(await broken(make.db)).toEqual([]);
  });

  it("takes a person without an e-mail address from a list, whom no date has twice", async () => {
    await addPerson(by(), ids[0]!, { name: "Rita" });
    await addPerson(by(), ids[1]!, { name: "rita" });
    const personId = await personAt(ids[0]!);
    const { insertedId } = await makeRegular(by(), id, { personId });
    expect((await lists()).map((list) => list.map((name) => name.toLowerCase()))).toEqual(ids.map(() => ["rita"]));
    expect(await makeRegular(by(), id, { personId })).toMatchObject({ insertedId });
    const elsewhere = await make.event({ organizer });
    await addPerson(by(organizer, new Date()), elsewhere, { name: "Ben" });
    expect(await outcomeOf(makeRegular(by(), id, { personId: await personAt(elsewhere) }))).toBe("not_found");
    expect(await broken(make.db)).toEqual([]);
  });

  it("puts people on the waitlist of dates without room", async () => {
    for (const name of ["One", "Two", "Three", "Four"]) await makeRegular(by(), id, { name });
    for (const list of await lists()) expect(list).toEqual(["One", "Two", "Three", "Four waits"]);
    expect(await broken(make.db)).toEqual([]);
  });
});

describe("endRegularOf", () => {
  it("keeps what they are registered for, with its reminders, and no new date has them", async () => {
    const member = await becomesOne(make, id, now);
    await make.mails(now);
    const [one] = (await regulars()).regulars;
    for (let time = 0; time < 2; time++) await endRegularOf(by(), id, one?._id ?? "");
    expect((await lists()).flat()).toHaveLength(12);
    await makeDueDates(make.db, id, later);
    expect((await lists()).at(-1)).toEqual([]);
    const reminders = await make.mails(new Date("2026-12-07T18:30Z"), undefined, sweepReminders);
    expect(reminders.map(({ to }) => to)).toEqual([member.email]);
  });

  it("does not reach regulars of another series", async () => {
    await becomesOne(make, id, now);
    const [one] = (await regulars()).regulars;
    const other = await makeSeries(make, { organizer, now });
    await endRegularOf(by(), other.id, one?._id ?? "");
    expect((await regulars()).regulars).toHaveLength(1);
  });
});

describe("listRegulars", () => {
  it("counts who skips a date, and the spots that are left there", async () => {
    const [one, two] = [await becomesOne(make, id, now), await becomesOne(make, id, now)];
    await skipDate(by(one), id, ids[0]!);
    await pauseRegular(by(two), id, { from: "2026-12-08", until: "2026-12-08" });
    expect(await regulars()).toMatchObject({
      date: { eventId: ids[0], skipping: 1, open: 2 },
      regulars: [
        { memberId: one.id, isSkipping: true },
        { memberId: two.id, isSkipping: false, pausedFrom: "2026-12-08" },
      ],
    });
    expect(await regulars(ids[1])).toMatchObject({
      date: { skipping: 1, open: 2 },
      regulars: [{ isSkipping: false }, { isSkipping: true }],
    });
    // Who joins again after all does not skip.
    await joinEvent(by(one), { eventId: ids[0]! });
    expect(await regulars(ids[0])).toMatchObject({ date: { skipping: 0, open: 1 } });
    expect(await outcomeOf(regulars(await make.event({ organizer })))).toBe("not_found");
  });
});

describe("getOwnRegular", () => {
  it("offers it after two dates, until it is put away or accepted", async () => {
    const member = await make.member();
    const own = () => getOwnRegular(by(member), id);
    await joinEvent(by(member), { eventId: ids[0]! });
    expect(await own()).toEqual({
      days: "Every Tuesday",
      isRegular: false,
      mayBecome: false,
      isOffered: false,
      regular: null,
    });
    await joinEvent(by(member), { eventId: ids[1]! });
    expect(await own()).toMatchObject({ mayBecome: true, isOffered: true });
    await make.db.insertInto("regular_offers_put_away").values({ series_id: id, member_id: member.id }).execute();
    expect(await own()).toMatchObject({ mayBecome: true, isOffered: false });
    await make.db.updateTable("series").set({ ended_at: now }).where("id", "=", id).execute();
    expect(await own()).toMatchObject({ mayBecome: false, isOffered: false });
  });

  it("has the skips and the pause of a regular, as their export has", async () => {
    const member = await becomesOne(make, id, now);
    await skipDate(by(member), id, ids[3]!);
    await pauseRegular(by(member), id, { from: "2026-12-15", until: "2026-12-16" });
    const { regular } = await getOwnRegular(by(member), id);
    expect(regular).toMatchObject({ pausedFrom: "2026-12-15", pausedUntil: "2026-12-16" });
    expect(regular?.skipped.toSorted()).toEqual([ids[2]!, ids[3]!].toSorted());
    const data = await exportAccount(by(member));
    expect(data).toMatchObject({
      regular: [{ seriesId: id, title: "Food Sorting", pausedFrom: "2026-12-15" }],
      regularOffersPutAway: [],
    });
    expect(data.regular[0]?.skipped).toHaveLength(2);
    expect((await exportAccount(by())).regular).toEqual([]);
  });
});
