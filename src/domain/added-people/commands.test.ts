import { beforeEach, describe, expect, it } from "vitest";
import { blockMember } from "#domain/blocks/commands.ts";
import type { Member } from "#domain/members/shapes.ts";
import { removePerson } from "#domain/participants/commands.ts";
import { listParticipants } from "#domain/participants/queries.ts";
import { joinEvent, leaveEvent } from "#domain/registrations/commands.ts";
import { getOwnRegistration } from "#domain/registrations/queries.ts";
import { addedTo } from "#test/added-people.ts";
import { outcomeOf } from "#test/call.ts";
import { testDatabase } from "#test/database.ts";
import { byMailIn } from "#test/mailed.ts";
import { makeIn, type Make } from "#test/make.ts";
import { provenMember } from "#test/outreach.ts";
import { registrationsIn } from "#test/registrations.ts";
import { takeAddedSpot } from "./commands.ts";
import { getAddedSpot } from "./queries.ts";

const day = 86_400_000;
const stranger = "xenia@example.org";

let make: Make;
let registrations: ReturnType<typeof registrationsIn>;
let organizer: Member;
let member: Member;
let eventId: string;

beforeEach(async () => {
  make = makeIn(await testDatabase());
  registrations = registrationsIn(make);
  organizer = await provenMember(make, { displayName: "Amina" });
  member = await provenMember(make);
  eventId = await make.event({
    organizer,
    title: "Oaks",
    maxParticipant: "3",
    eventDate: new Date(Date.now() + 10 * day),
  });
});

const own = () => make.context(organizer);
const add = (email = member.email) => addedTo(make, eventId, organizer, email);
const take = (link: string | null, now = new Date()) => takeAddedSpot(make.context(undefined, now), link);
const read = (link: string) => getAddedSpot(make.context(), make.links, link);
const stateOf = async (of = member) => (await getOwnRegistration(make.context(of), eventId)).state;
const list = async (filter: object = {}) =>
  (await listParticipants(own(), eventId, { state: "all", search: "", limit: 100, ...filter })).rows;
const toldNow = async () => (await make.mails()).map(({ to, subject }) => [to, subject]);
const taken = async () => (await registrations.counts(eventId)).taken;
const setMember = (values: object) =>
  make.db
    .updateTable("members")
    .set({ updated_at: new Date(), ...values })
    .where("id", "=", member.id)
    .execute();
const addresses = async () =>
  (await make.db.selectFrom("added_people").select("email").execute()).map(({ email }) => email);

describe("takeAddedSpot", () => {
  it("makes the spot the member's, signed out, and reading the link does not", async () => {
    const link = await add();
    const [{ _id: personId } = { _id: "" }] = await list();
    await make.mails();
    expect(await read(link)).toMatchObject({ state: "joined", isTaken: false, newcomer: null, spot: null });
    expect(await stateOf()).toBeNull();
    for (let times = 0; times < 2; times++) await take(link);
    expect(await list()).toMatchObject([
      { _id: personId, memberId: member.id, userEmail: member.email, mailedTo: null },
    ]);
    const { spot, ...found } = await read(link);
    expect(found).toMatchObject({ isTaken: true, wasListed: false });
    expect(make.links.read("registration", spot ?? "")).toBe(personId);
    expect(await toldNow()).toEqual([[member.email, "You have a spot: Oaks"]]);
    expect([await taken(), await addresses()]).toEqual([1, [null]]);
    await registrations.expectRight(eventId);
  });

  it("keeps the registration of a member who joined meanwhile with another address, and frees the held spot", async () => {
    const link = await add("old@example.org");
    await joinEvent(make.context(member), { eventId });
    await setMember({ email: "old@example.org" });
    expect(await taken()).toBe(2);
    await take(link);
    expect(await read(link)).toMatchObject({ state: "joined", isTaken: true, wasListed: true });
    expect((await list()).map(({ memberId }) => memberId)).toEqual([member.id]);
    expect(await taken()).toBe(1);
    await registrations.expectRight(eventId);
  });

  it("gives the held spot to a member who is on the waitlist without guests", async () => {
    const link = await add("old@example.org");
    for (let times = 0; times < 2; times++) await make.join({ eventId });
    await joinEvent(make.context(member), { eventId });
    expect(await stateOf()).toBe("waiting");
    await setMember({ email: "old@example.org" });
    await take(link);
    expect(await stateOf()).toBe("joined");
    expect(await registrations.counts(eventId)).toMatchObject({ taken: 3, waitlisted: 0 });
    expect(await read(link)).toMatchObject({ wasListed: false });
    await registrations.expectRight(eventId);
  });

  it("leaves a waitlisted person on the waitlist, in their place", async () => {
    for (let times = 0; times < 3; times++) await make.join({ eventId });
    const link = await add();
    await joinEvent(make.context(await make.member()), { eventId });
    await take(link);
    const { state, position } = await getOwnRegistration(make.context(member), eventId);
    expect([state, position]).toEqual(["waiting", 1]);
    await registrations.expectRight(eventId);
  });

  it("is refused for a suspended or blocked member, a removed person, and a link that is not ours", async () => {
    const link = await add();
    await setMember({ suspended_at: new Date(), suspended_for: "Spam" });
    expect(await outcomeOf(take(link))).toBe("spot_gone");
    await setMember({ suspended_at: null, suspended_for: null });
    await blockMember(own(), member.id).catch(() => {});
    const block = { blocker_id: organizer.id, blocked_id: member.id, blocked_at: new Date() };
    await make.db
      .insertInto("blocks")
      .values(block)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    expect(await outcomeOf(take(link))).toBe("cannot_join");
    await make.db.deleteFrom("blocks").execute();
    await removePerson(own(), eventId, (await list())[0]!._id);
    expect(await outcomeOf(take(link))).toBe("spot_gone");
    expect(await outcomeOf(read(link))).toBe("spot_gone");
    expect(await outcomeOf(take(null))).toBe("link_broken");
    expect(await stateOf()).toBeNull();
  });

  it("is for a confirmed address, except on a site that sends no mail", async () => {
    const link = await add();
    await setMember({ email_verified: false });
    const mailing = { ...make.context(), sendsMail: true };
    expect((await getAddedSpot(mailing, make.links, link)).newcomer).toMatchObject({ email: member.email });
    expect(await outcomeOf(takeAddedSpot(mailing, link))).toBe("account_needed");
    expect((await read(link)).newcomer).toBeNull();
    await take(link);
    expect([await stateOf(), await taken()]).toEqual(["joined", 1]);
  });

  it("works until the event begins", async () => {
    const [link, other] = [await add(), await add((await provenMember(make)).email)];
    await make.db
      .updateTable("events")
      .set({ event_date: new Date(Date.now() + 60_000) })
      .where("id", "=", eventId)
      .execute();
    await take(link);
    expect(await outcomeOf(take(other, new Date(Date.now() + 60_000)))).toBe("event_begun");
    expect(await taken()).toBe(2);
  });

  it("gives the spot once, to either of two taps or a removal at the same time", async () => {
    const link = await add();
    await Promise.all([take(link), take(link)]);
    expect([await taken(), await stateOf()]).toEqual([1, "joined"]);
    await leaveEvent(make.context(member), eventId);

    const next = await provenMember(make);
    const second = await add(next.email);
    const person = (await list()).find(({ mailedTo }) => mailedTo === next.email)!;
    const [took, removed] = await Promise.all([
      outcomeOf(take(second)),
      outcomeOf(removePerson(own(), eventId, person._id)),
    ]);
    const isTheirs = (await stateOf(next)) === "joined";
    expect([took, removed]).toEqual(isTheirs ? ["done", "not_found"] : ["spot_gone", "done"]);
    expect(await taken()).toBe(isTheirs ? 1 : 0);
    await registrations.expectRight(eventId);
  });
});

describe("a member who joins by themselves", () => {
  it("gets the spot that is held for their confirmed address, and not a second one", async () => {
    await add();
    const { state, spots } = await joinEvent(make.context(member), { eventId });
    expect([state, spots, await taken()]).toEqual(["joined", 1, 1]);
    expect(await list()).toMatchObject([{ memberId: member.id, mailedTo: null }]);
    await registrations.expectRight(eventId);
  });

  it("gets a spot of their own if the address is not confirmed", async () => {
    await setMember({ email_verified: false });
    await add();
    await joinEvent(make.context(member), { eventId });
    expect([(await list()).length, await taken()]).toEqual([2, 2]);
  });

  it("has it count for a party with guests, also at a full event", async () => {
    await make.join({ eventId });
    await add();
    const guests = [{ name: "Sam", under18: false }];
    expect(await joinEvent(make.context(member), { eventId, guests })).toMatchObject({ state: "joined", spots: 2 });
    expect([await taken(), await addresses()]).toEqual([3, []]);
    await registrations.expectRight(eventId);
  });
});

describe("a newcomer", () => {
  it("takes the held spot with a code: one spot, also at a full event", async () => {
    for (let times = 0; times < 2; times++) await make.join({ eventId });
    const link = await add(stranger);
    await make.mails();
    expect((await read(link)).newcomer).toEqual({ name: "Xenia Holt", email: stranger });
    expect(await outcomeOf(take(link))).toBe("account_needed");
    const { ask, join, mailed } = byMailIn(make);
    const { claim } = await join(eventId, { name: "Xenia Holt", email: stranger });
    const { code } = await mailed(stranger);
    expect(await ask("code", { claim, code })).toMatchObject({ join: { state: "joined", spots: 1 } });
    expect(await taken()).toBe(3);
    expect(await read(link)).toMatchObject({ isTaken: true, newcomer: null });
    expect((await list()).map(({ mailedTo }) => mailedTo)).toEqual([null, null, null]);
    await registrations.expectRight(eventId);
  });
});
