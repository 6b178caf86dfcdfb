import { beforeEach, describe, expect, it } from "vitest";
import type { Member } from "#domain/members/shapes.ts";
import { outcomeOf } from "#test/call.ts";
import { testDatabase } from "#test/database.ts";
import { broken } from "#test/fuzz/invariants.ts";
import { makeIn, type Make } from "#test/make.ts";
import { listsOf, makeRegular } from "#test/regulars.ts";
import { atTime, datesOfSeries, makeSeries } from "#test/series.ts";
import { giveRight } from "#test/teams.ts";
import { blockMember } from "../blocks/commands.ts";
import { joinEvent, leaveEvent } from "../registrations/commands.ts";
import { makeDueDates } from "../series/making.ts";
import { endSeries } from "../series/saving.ts";
import { becomeRegular, pauseRegular, putRegularOfferAway, skipDate, stopRegular, unskipDate } from "./commands.ts";

let make: Make;
let organizer: Member;
let id: string;
let ids: string[];
const now = new Date("2026-11-28T12:00:00Z");
/** A week later the next date is due. */
const later = new Date("2026-12-05T12:00:00Z");
beforeEach(async () => {
  make = makeIn(await testDatabase());
  organizer = await make.member();
  ({ id } = await makeSeries(make, { organizer, now, event: { maxParticipant: "2" } }));
  ids = (await datesOfSeries(make, id)).map((event) => event.id);
});

const by = (member: Member, at = now) => make.context(member, at);
const lists = () => listsOf(make, id);
const become = (member: Member) => becomeRegular(by(member), id);
const regular = (member?: Member) => makeRegular(make, id, now, member);
const nameOf = ({ displayName }: Member) => displayName;
/** The list of one of the dates, the first one being 0. */
const at = async (date: number) => (await lists())[date];

/** The members who come every time, in the order of becoming one. */
const regulars = async () =>
  (await make.db.selectFrom("regulars").select("member_id").orderBy("seq").execute()).map((row) => row.member_id);
const block = (blocker: Member, blocked: Member) =>
  make.db.insertInto("blocks").values({ blocker_id: blocker.id, blocked_id: blocked.id, blocked_at: now }).execute();

describe("becomeRegular", () => {
  it("registers for all coming dates, with a spot up to their capacity, and no mail says so", async () => {
    const [one, two, three] = [await make.member(), await make.member(), await make.member()];
    for (const member of [one, two, three]) await regular(member);
    const all = await lists();
    expect(all).toHaveLength(12);
    for (const list of all) expect(list).toEqual([nameOf(one), nameOf(two), `${nameOf(three)} waits`]);
    expect(await broken(make.db)).toEqual([]);
    // Each joined two dates before.
    const tasks = await make.db.selectFrom("outbox").select("kind").where("kind", "like", "registration%").execute();
    expect(tasks).toHaveLength(6);
  });

  it("is for members who joined two dates, past ones included, and no canceled ones", async () => {
    const member = await make.member();
    expect(await outcomeOf(become(member))).toBe("not_yet_regular");
    for (const eventId of ids.slice(0, 2)) await joinEvent(by(member), { eventId });
    await make.db.updateTable("events").set({ cancelled_at: now }).where("id", "=", ids[1]!).execute();
    expect(await outcomeOf(become(member))).toBe("not_yet_regular");
    await make.db.updateTable("events").set({ cancelled_at: null }).where("id", "=", ids[1]!).execute();
    expect(await outcomeOf(becomeRegular(by(member, new Date("2026-12-10T12:00Z")), id))).toBe("done");
    expect((await lists()).map((list) => list.length)).toEqual(Array.from({ length: 12 }, () => 1));
  });

  it("leaves out dates that are canceled, and repeating it changes nothing", async () => {
    await make.db.updateTable("events").set({ cancelled_at: now }).where("id", "=", ids[4]!).execute();
    const member = await regular();
    expect(await at(4)).toEqual([]);
    await leaveEvent(by(member), ids[5]!);
    await become(member);
    expect([await at(5), await at(6)]).toEqual([[], [nameOf(member)]]);
    expect(await make.db.selectFrom("regulars").selectAll().execute()).toHaveLength(1);
  });

  it("is refused to people with a block, for an ended series, and beyond 20 series", async () => {
    const [member, other] = [await make.member(), await make.member()];
    for (const who of [member, other]) for (const eventId of ids.slice(0, 2)) await joinEvent(by(who), { eventId });
    await blockMember(by(organizer), member.id);
    expect(await outcomeOf(become(member))).toBe("cannot_join");
    const series = await make.db.selectFrom("series").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    const others = Array.from({ length: 20 }, () => ({ ...series, id: crypto.randomUUID() }));
    await make.db.insertInto("series").values(others).execute();
    const rows = others.map((one) => ({ id: one.id, series_id: one.id, member_id: other.id, since: now }));
    await make.db.insertInto("regulars").values(rows).execute();
    expect(await outcomeOf(become(other))).toBe("regulars_full");
    // A series that has ended does not count.
    await make.db.updateTable("series").set({ ended_at: now }).where("id", "=", rows[0]!.id).execute();
    expect(await outcomeOf(become(other))).toBe("done");
    const third = await make.member();
    for (const eventId of ids.slice(0, 2)) await joinEvent(by(third), { eventId });
    await endSeries(by(organizer), id, { last: "2026-12-20", reason: "We move." });
    expect(await outcomeOf(become(third))).toBe("series_over");
  });
});

describe("a new date", () => {
  it("has its regulars in the order of becoming one, up to its capacity, without mail", async () => {
    const [one, two, three] = [await regular(), await regular(), await regular()];
    await make.mails(now);
    const mails = await atTime(make, later);
    const all = await lists();
    expect(all).toHaveLength(13);
    expect(all.at(-1)).toEqual([nameOf(one), nameOf(two), `${nameOf(three)} waits`]);
    const [event] = (await datesOfSeries(make, id)).slice(-1);
    expect(event).toMatchObject({ taken: 2, waitlisted: 1, held: 0, round: 1 });
    expect(mails).toEqual([]);
    expect(await broken(make.db)).toEqual([]);
  });

  it("leaves out people who stopped, are suspended or blocked, and who pause then", async () => {
    const [stopped, suspended, blocked, paused, comes] = await Promise.all([1, 2, 3, 4, 5].map(() => make.member()));
    for (const member of [stopped, suspended, blocked, paused, comes]) await regular(member);
    await stopRegular(by(stopped!), id);
    await make.db.updateTable("members").set({ suspended_at: now }).where("id", "=", suspended!.id).execute();
    await blockMember(by(blocked!), organizer.id);
    await pauseRegular(by(paused!), id, { from: "2027-02-01", until: "2027-02-23" });
    await makeDueDates(make.db, id, later);
    expect((await lists()).at(-1)).toEqual([nameOf(comes!)]);
    await make.db.updateTable("members").set({ suspended_at: null }).where("id", "=", suspended!.id).execute();
    await makeDueDates(make.db, id, new Date("2026-12-12T12:00Z"));
    expect((await lists()).at(-1)).toEqual([nameOf(suspended!), nameOf(paused!), `${nameOf(comes!)} waits`]);
  });

  it("leaves out a member whom a block of a later organizer concerns, and no other", async () => {
    const [member, other, next] = [await regular(), await regular(), await make.member()];
    await make.db
      .insertInto("blocks")
      .values({ blocker_id: next.id, blocked_id: member.id, blocked_at: now })
      .execute();
    await makeDueDates(make.db, id, later);
    expect((await lists()).at(-1)).toEqual([nameOf(member), nameOf(other)]);
    await make.db.updateTable("series").set({ organizer_id: next.id }).where("id", "=", id).execute();
    await makeDueDates(make.db, id, new Date("2026-12-12T12:00Z"));
    expect((await lists()).at(-1)).toEqual([nameOf(other)]);
  });
});

describe("skipDate", () => {
  it("frees the spot for the first on the waitlist, who gets an offer, and keeps all other dates", async () => {
    const [one, two, three] = [await regular(), await regular(), await regular()];
    await make.mails(now);
    await skipDate(by(one), id, ids[0]!);
    expect(await at(0)).toEqual([nameOf(two), `${nameOf(three)} waits`]);
    expect(await at(4)).toEqual([nameOf(one), nameOf(two), `${nameOf(three)} waits`]);
    const mails = await make.mails(now);
    expect(mails.map(({ to }) => to)).toEqual([three.email]);
    expect(make.announced).toContain(ids[0]);
    expect(await broken(make.db)).toEqual([]);
  });

  it("of a later week gives the spot to a waiting regular without a mail, and offers it to a guest", async () => {
    const [one, two, three] = [await regular(), await regular(), await regular()];
    const guest = await make.member();
    for (const eventId of [ids[2]!, ids[3]!]) await joinEvent(by(guest), { eventId });
    await make.mails(now);
    await skipDate(by(one), id, ids[3]!);
    expect(await at(3)).toEqual([nameOf(two), nameOf(three), `${nameOf(guest)} waits`]);
    expect(await make.mails(now)).toEqual([]);
    for (const who of [one, three]) await skipDate(by(who), id, ids[2]!);
    expect(await at(2)).toEqual([nameOf(two), `${nameOf(guest)} waits`]);
    expect((await make.mails(now)).map(({ to }) => to)).toEqual([guest.email]);
    expect(await broken(make.db)).toEqual([]);
  });

  it("changes nothing the second time, and is for regulars and dates of the series only", async () => {
    const one = await regular();
    await Promise.all([skipDate(by(one), id, ids[3]!), skipDate(by(one), id, ids[3]!)]);
    expect(await make.db.selectFrom("regular_skips").selectAll().execute()).toHaveLength(1);
    expect(await outcomeOf(skipDate(by(await make.member()), id, ids[3]!))).toBe("not_found");
    expect(await outcomeOf(skipDate(by(one), id, await make.event()))).toBe("not_found");
    expect(await outcomeOf(skipDate(by(one, new Date("2026-12-02T12:00Z")), id, ids[0]!))).toBe("event_over");
  });

  it("is taken back with the spot if nobody has it", async () => {
    const [one, two] = [await regular(), await regular()];
    await skipDate(by(one), id, ids[3]!);
    await unskipDate(by(one), id, ids[3]!);
    expect(await at(3)).toEqual([nameOf(one), nameOf(two)]);
    expect(await make.db.selectFrom("regular_skips").selectAll().execute()).toEqual([]);
    await unskipDate(by(one), id, ids[3]!);
    expect(await at(3)).toHaveLength(2);
  });

  it("is taken back to the first place on the waitlist if another person has the spot", async () => {
    const [one, two, three, last] = [await regular(), await regular(), await regular(), await regular()];
    await skipDate(by(one), id, ids[3]!);
    await unskipDate(by(one), id, ids[3]!);
    expect(await at(3)).toEqual([nameOf(two), nameOf(three), `${nameOf(one)} waits`, `${nameOf(last)} waits`]);
    expect(await broken(make.db)).toEqual([]);
  });

  it("is not taken back for a canceled date", async () => {
    const one = await regular();
    await skipDate(by(one), id, ids[3]!);
    await make.db.updateTable("events").set({ cancelled_at: now }).where("id", "=", ids[3]!).execute();
    expect(await outcomeOf(unskipDate(by(one), id, ids[3]!))).toBe("event_cancelled");
  });

  it("is what leaving a date means, by whichever door", async () => {
    const one = await regular();
    await leaveEvent(by(one), ids[3]!);
    expect(await make.db.selectFrom("regular_skips").select("event_id").execute()).toEqual([{ event_id: ids[3] }]);
    await unskipDate(by(one), id, ids[3]!);
    expect(await at(3)).toEqual([nameOf(one)]);
  });

  it("does not disturb the making of dates at the same time", async () => {
    const one = await regular();
    await Promise.all([
      makeDueDates(make.db, id, later),
      skipDate(by(one, later), id, ids[3]!),
      makeDueDates(make.db, id, later),
    ]);
    expect(await lists()).toEqual(Array.from({ length: 13 }, (_, date) => (date === 3 ? [] : [nameOf(one)])));
    expect(await broken(make.db)).toEqual([]);
  });
});

describe("stopRegular", () => {
  it("leaves all coming dates, no past one, and no new date has them; repeating it changes nothing", async () => {
    const [one, two] = [await regular(), await regular()];
    const after = new Date("2026-12-02T12:00:00Z");
    await stopRegular(by(one, after), id);
    await stopRegular(by(one, after), id);
    expect((await lists()).map((list) => list.includes(nameOf(one)))).toEqual([true, ...Array(11).fill(false)]);
    expect(await at(5)).toEqual([nameOf(two)]);
    await makeDueDates(make.db, id, later);
    expect((await lists()).at(-1)).toEqual([nameOf(two)]);
    expect(await broken(make.db)).toEqual([]);
  });

  it("and the making of dates at the same time leave no registration behind", async () => {
    const one = await regular();
    await Promise.all([makeDueDates(make.db, id, later), stopRegular(by(one, later), id)]);
    // The date of December 1 is over.
    expect((await lists()).slice(1).flat()).toEqual([]);
    expect(await broken(make.db)).toEqual([]);
  });
});

describe("putRegularOfferAway", () => {
  it("is noted once for each member", async () => {
    const member = await make.member();
    for (let time = 0; time < 2; time++) await putRegularOfferAway(by(member), id);
    expect(await make.db.selectFrom("regular_offers_put_away").selectAll().execute()).toEqual([
      { series_id: id, member_id: member.id },
    ]);
  });
});

describe("a block", () => {
  it("between a regular and the organizer ends it in either direction, and keeps what they joined", async () => {
    const [one, two, three] = [await regular(), await regular(), await regular()];
    await block(organizer, one);
    await block(two, organizer);
    await block(await make.member(), three);
    expect(await regulars()).toEqual([three.id]);
    expect(await at(5)).toEqual([nameOf(one), nameOf(two), `${nameOf(three)} waits`]);
  });

  it("by an owner of the community ends it there, and one by another organizer does not", async () => {
    const [owner, second, member] = [await make.member(), await make.member(), await make.member()];
    const communityId = await make.community();
    await giveRight(make, { memberId: owner.id, communityId, role: "owner" });
    await giveRight(make, { memberId: second.id, communityId });
    ({ id } = await makeSeries(make, { organizer: owner, now, event: { communityId } }));
    await makeRegular(make, id, now, member);
    await block(second, member);
    expect(await regulars()).toEqual([member.id]);
    await block(owner, member);
    expect(await regulars()).toEqual([]);
  });
});
