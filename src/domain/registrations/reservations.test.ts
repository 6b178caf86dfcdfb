import { beforeEach, describe, expect, it } from "vitest";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make } from "#test/make.ts";
import { registrationsIn } from "#test/registrations.ts";
import { lockEvent } from "../events/locking.ts";
import type { Member } from "../members/shapes.ts";
import { updateEvent } from "../organizing/commands.ts";
import { acceptOffer, joinEvent, leaveEvent, reconcileCounts } from "./commands.ts";
import { registerReserved, reserveSpots } from "./reservations.ts";
import { reservationExpiry, reservedMax } from "./rules.ts";
import type { Party } from "./shapes.ts";

const minute = 60_000;
const day = 24 * 60 * minute;
const inTenDays = () => new Date(Date.now() + 10 * day);

let make: Make;
let registrations: ReturnType<typeof registrationsIn>;
beforeEach(async () => {
  make = makeIn(await testDatabase());
  registrations = registrationsIn(make);
});

const partyOf = (people: number, whenShort: Party["whenShort"] = "wait"): Party => ({
  guests: Array.from({ length: people - 1 }, (_, index) => ({ name: `Guest ${index}`, under18: false })),
  whenShort,
});
const reserve = (eventId: string, email: string, party = partyOf(1), now = new Date()) =>
  make.db.transaction().execute(async (tx) => reserveSpots(tx, await lockEvent(tx, eventId), email, party, now));
const confirm = (eventId: string, member: Member, party = partyOf(1), now = new Date()) =>
  make.db.transaction().execute(async (tx) => {
    const owner = { email: member.email, memberId: member.id, party };
    return registerReserved(tx, await lockEvent(tx, eventId), owner, now);
  });
/** Returns that many addresses without an account. */
const strangers = (count: number) => Array.from({ length: count }, (_, index) => `stranger-${index}@example.org`);

describe("reserveSpots", () => {
  it("count as taken, so nobody else gets the last spot", async () => {
    const eventId = await make.event({ maxParticipant: "1" });
    expect(await reserve(eventId, "nora@example.org")).toMatchObject({ spots: 1, isNew: true });
    expect(await joinEvent(make.context(await make.member()), { eventId })).toMatchObject({ state: "waiting" });
    expect(await reserve(eventId, "other@example.org")).toBeNull();
    expect(await registrations.counts(eventId)).toMatchObject({ taken: 1, waitlisted: 1 });
    await registrations.expectRight(eventId);
  });

  it.each([
    ["20", 6],
    ["69", 6],
    ["70", 7],
    ["200", 20],
  ])("are at most a tenth of the spots at a time, or six if that is more: of %s %i", async (maxParticipant, most) => {
    const eventId = await make.event({ maxParticipant });
    const kept = [];
    for (const email of strangers(most + 1)) kept.push(await reserve(eventId, email));
    expect(kept.filter(Boolean)).toHaveLength(most);
    expect(kept.at(-1)).toBeNull();
    expect((await registrations.counts(eventId)).taken).toBe(most);
  });

  it("are counted by people, not parties, and become available again as parties confirm", async () => {
    const eventId = await make.event();
    const member = await make.member();
    expect(await reserve(eventId, member.email, partyOf(4))).toMatchObject({ spots: 4 });
    expect(await reserve(eventId, "a@example.org", partyOf(3))).toBeNull();
    expect(await reserve(eventId, "b@example.org", partyOf(2))).toMatchObject({ spots: 2 });
    expect(await reserve(eventId, "c@example.org")).toBeNull();
    await confirm(eventId, member, partyOf(4));
    expect(await reserve(eventId, "c@example.org", partyOf(4))).toMatchObject({ spots: 4 });
    await registrations.expectRight(eventId);
  });

  it("no longer count once expired, whether or not the expiry was processed", async () => {
    const eventId = await make.event({ eventDate: inTenDays() });
    let until = new Date(0);
    for (const email of strangers(6)) until = (await reserve(eventId, email))?.until ?? until;
    expect(await reserve(eventId, "late@example.org")).toBeNull();
    expect(await reserve(eventId, "late@example.org", partyOf(1), until)).toMatchObject({ spots: 1 });
  });

  it("are not limited at an event without a limit", async () => {
    const eventId = await make.event({ maxParticipant: "No limit" });
    for (const email of strangers(8)) expect(await reserve(eventId, email)).not.toBeNull();
    expect((await registrations.counts(eventId)).taken).toBe(8);
  });

  it("are not taken from spots to which waitlisted people are entitled", async () => {
    const { eventId } = await registrations.fullWithWaitlist();
    expect(await reserve(eventId, "nora@example.org")).toBeNull();
    await registrations.expectRight(eventId);
  });

  it("are the remaining spots for a party that takes fewer, and none for a party that prefers to wait", async () => {
    const eventId = await make.event({ maxParticipant: "2" });
    expect(await reserve(eventId, "wait@example.org", partyOf(3))).toBeNull();
    expect(await reserve(eventId, "take@example.org", partyOf(3, "take"))).toMatchObject({ spots: 2 });
    expect(await reserve(eventId, "late@example.org", partyOf(3, "take"))).toBeNull();
    // Asked for again, they stay as they are: enough for a party that takes part of its spots, not for one that waits.
    expect(await reserve(eventId, "take@example.org", partyOf(3, "take"))).toMatchObject({ spots: 2, isNew: false });
    expect(await reserve(eventId, "take@example.org", partyOf(3))).toBeNull();
  });

  it("are kept for exactly half an hour; then the next on the waitlist is offered the spot", async () => {
    const eventId = await make.event({ maxParticipant: "1", eventDate: inTenDays() });
    const now = new Date();
    await reserve(eventId, "nora@example.org", partyOf(1), now);
    const next = await make.member();
    await joinEvent(make.context(next), { eventId });
    const end = now.getTime() + 30 * minute;
    await make.mails(new Date(end - 1));
    expect(await registrations.rows(eventId)).toMatchObject([{ offer_expires_at: null }]);
    make.announced.length = 0;
    await make.mails(new Date(end));
    expect(await registrations.rows(eventId)).toMatchObject([{ offer_expires_at: expect.any(Date) }]);
    expect(make.announced).toContain(eventId);
    expect(await registrations.counts(eventId)).toMatchObject({ taken: 0, held: 1 });
    await acceptOffer(make.context(next, new Date(end)), eventId);
    await registrations.expectRight(eventId);
  });

  it("are never kept beyond the event's end, nor beyond a start that is brought forward", async () => {
    const organizer = await make.member();
    const now = new Date();
    const soon = new Date(now.getTime() + 10 * minute);
    const expiry = (end: Date) => reservationExpiry({ begin: now, end, zone: "UTC" }, now);
    expect([expiry(soon), expiry(inTenDays())]).toEqual([soon, new Date(now.getTime() + 30 * minute)]);
    const eventId = await make.event({ organizer, eventDate: new Date(now.getTime() + day) });
    await reserve(eventId, "nora@example.org");
    await updateEvent(make.context(organizer), eventId, { eventDate: soon });
    const { expires_at } = await make.db.selectFrom("reservations").select("expires_at").executeTakeFirstOrThrow();
    expect(expires_at).toEqual(soon);
    await make.mails(new Date(soon.getTime() + 1));
    expect((await registrations.counts(eventId)).taken).toBe(0);
    // A person who joins an event under way has the half hour too.
    const underWay = await make.event({ eventDate: new Date(Date.now() - minute) });
    await reserve(underWay, "nora@example.org");
    expect((await registrations.counts(underWay)).taken).toBe(1);
    await make.mails();
    expect((await registrations.counts(underWay)).taken).toBe(1);
  });

  it("are kept when counts are recalculated, and when others join and leave", async () => {
    const eventId = await make.event();
    const member = await make.member();
    await reserve(eventId, "nora@example.org", partyOf(2));
    await joinEvent(make.context(member), { eventId });
    await reconcileCounts(make.context(member), eventId);
    expect((await registrations.counts(eventId)).taken).toBe(3);
    await leaveEvent(make.context(member), eventId);
    expect((await registrations.counts(eventId)).taken).toBe(2);
  });

  it("cannot be taken away by an organizer who reduces the spots", async () => {
    const organizer = await make.member();
    const eventId = await make.event({ organizer, maxParticipant: "20" });
    await reserve(eventId, "nora@example.org", partyOf(3));
    const fewer = updateEvent(make.context(organizer), eventId, { maxParticipant: "2" });
    await expect(fewer).rejects.toMatchObject({ code: "invalid" });
    await updateEvent(make.context(organizer), eventId, { maxParticipant: "3" });
    await registrations.expectRight(eventId);
  });
});

describe("registerReserved", () => {
  it("gives the kept spots, even while others wait", async () => {
    const eventId = await make.event({ maxParticipant: "2", eventDate: inTenDays() });
    const [member, next] = (await make.members(2)) as [Member, Member];
    await reserve(eventId, member.email, partyOf(2));
    await joinEvent(make.context(next), { eventId });
    expect(await confirm(eventId, member, partyOf(2))).toMatchObject({ status: "joined", spots: 2 });
    expect(await registrations.rows(eventId)).toMatchObject([{ status: "waitlisted" }, { status: "joined" }]);
    await registrations.expectRight(eventId);
  });

  it("offers spots that are not needed to the next", async () => {
    const eventId = await make.event({ maxParticipant: "2", eventDate: inTenDays() });
    const [member, next] = (await make.members(2)) as [Member, Member];
    await reserve(eventId, member.email, partyOf(2));
    await joinEvent(make.context(next), { eventId });
    await confirm(eventId, member, partyOf(1));
    expect(await registrations.counts(eventId)).toMatchObject({ taken: 1, held: 1 });
    await registrations.expectRight(eventId);
  });

  it("is used when a member joins who has since logged in another way, if they have proved the address", async () => {
    for (const isProven of [true, false]) {
      const eventId = await make.event({ maxParticipant: "1", eventDate: inTenDays() });
      const member = await make.member();
      if (isProven) await make.proven(member);
      await reserve(eventId, member.email);
      const answer = await joinEvent(make.context(member), { eventId, guests: [] });
      expect(answer).toMatchObject({ state: isProven ? "joined" : "waiting" });
      await registrations.expectRight(eventId);
      await expect(joinEvent(make.context(member), { eventId })).rejects.toMatchObject({ code: "already_joined" });
    }
  });

  it("treats people without kept spots like others who join: they get a spot, or the end of the waitlist", async () => {
    const eventId = await make.event({ maxParticipant: "1", eventDate: inTenDays() });
    const [first, second] = (await make.members(2)) as [Member, Member];
    expect(await confirm(eventId, first)).toMatchObject({ status: "joined" });
    expect(await confirm(eventId, second)).toMatchObject({ status: "waitlisted", position: 1 });
    expect(await confirm(eventId, first)).toBe("already_joined");
    await registrations.expectRight(eventId);
  });

  it("is too late once the kept spots expired, whether or not the expiry was processed", async () => {
    const eventId = await make.event({ maxParticipant: "1", eventDate: inTenDays() });
    const [member, next] = (await make.members(2)) as [Member, Member];
    const { until } = (await reserve(eventId, member.email)) ?? { until: new Date(0) };
    await joinEvent(make.context(next), { eventId });
    expect(await confirm(eventId, member, partyOf(1), until)).toMatchObject({ status: "waitlisted" });
    expect(await registrations.rows(eventId)).toMatchObject([{ offer_expires_at: expect.any(Date) }, {}]);
    await registrations.expectRight(eventId);
  });

  it("tells the organizer at this point, and not before", async () => {
    const organizer = await make.member();
    const eventId = await make.event({ organizer });
    const member = await make.member();
    const happened = () => make.db.selectFrom("happenings").select(["member_id", "kind"]).execute();
    await reserve(eventId, member.email);
    expect(await happened()).toEqual([]);
    await confirm(eventId, member);
    expect(await happened()).toEqual([{ member_id: member.id, kind: "joined" }]);
  });
});

describe("reservedMax", () => {
  it("is a tenth of all spots, and enough for one whole party", () => {
    const most = [1, 60, 70, null].map((capacity) =>
      reservedMax({ capacity, taken: 0, waitlisted: 0, held: 0, passed: 0 }),
    );
    expect(most).toEqual([6, 6, 7, Infinity]);
  });
});
