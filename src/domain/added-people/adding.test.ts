import { beforeEach, describe, expect, it } from "vitest";
import { purgeExpired } from "#adapters/jobs/purge.ts";
import { deleteAccount } from "#domain/accounts/commands.ts";
import { exportAccount } from "#domain/accounts/queries.ts";
import { blockMember } from "#domain/blocks/commands.ts";
import type { Member } from "#domain/members/shapes.ts";
import { setNotificationPreference } from "#domain/notification-preferences/commands.ts";
import { addParticipant, addPerson, removePerson } from "#domain/participants/commands.ts";
import { participantsCsv } from "#domain/participants/feeds.ts";
import { listParticipants } from "#domain/participants/queries.ts";
import { joinEvent, leaveEvent } from "#domain/registrations/commands.ts";
import { addedTo, linkFor } from "#test/added-people.ts";
import { outcomeOf } from "#test/call.ts";
import { testDatabase } from "#test/database.ts";
import { attemptsFor, makeIn, type Make } from "#test/make.ts";
import { provenMember } from "#test/outreach.ts";
import { registrationsIn } from "#test/registrations.ts";

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
const endAgo = (days: number) =>
  make.db
    .updateTable("events")
    .set({ event_date: new Date(Date.now() - (days + 1) * day), event_end: new Date(Date.now() - days * day) })
    .where("id", "=", eventId)
    .execute();
const addresses = async () =>
  (await make.db.selectFrom("added_people").select("email").execute()).map(({ email }) => email);

describe("addPerson with an address", () => {
  it("gives a spot by name at once, shows the address to the organizer, and mails one link", async () => {
    const answer = await addPerson(own(), eventId, { name: "Xenia Holt", email: stranger });
    expect(answer).toEqual({ acknowledged: true, state: "joined", spots: 1 });
    expect(await list()).toMatchObject([
      { memberId: null, userName: "Xenia Holt", userEmail: null, mailedTo: stranger },
    ]);
    expect(await list({ search: "xenia@" })).toHaveLength(1);
    expect((await participantsCsv(own(), eventId)).join("")).not.toContain(stranger);
    const [mail, ...others] = await make.mails();
    expect([mail?.to, mail?.subject, others]).toEqual([stranger, "Amina holds a spot for you: Oaks", []]);
    expect(mail?.text).toContain(`/added#${make.links.sign("added", await linkFor(make, eventId, stranger))}&take`);
    // A name that the organizer typed is not known to be the reader's.
    expect(mail?.text).not.toContain("Xenia");
    expect(mail?.unsubscribe).toBeUndefined();
    await registrations.expectRight(eventId);
  });

  it("never goes beyond the capacity: the next person waits, and their mail says so", async () => {
    for (let times = 0; times < 3; times++) await make.join({ eventId });
    expect(await addPerson(own(), eventId, { name: "Xenia", email: stranger })).toMatchObject({
      state: "waiting",
      position: 1,
    });
    expect(await toldNow()).toEqual([[stranger, "Amina put you on the waitlist: Oaks"]]);
    await registrations.expectRight(eventId);
  });

  it("takes each address once, and refuses a member who is on the list", async () => {
    await add();
    expect(await outcomeOf(add())).toBe("already_joined");
    const invited = addParticipant(own(), eventId, { email: member.email, reason: "You asked." });
    expect(await outcomeOf(invited)).toBe("already_joined");
    const other = await provenMember(make);
    await joinEvent(make.context(other), { eventId });
    expect(await outcomeOf(add(other.email))).toBe("already_joined");
    expect(await taken()).toBe(2);
  });

  it("counts as mail to others, and adding by name alone does not", async () => {
    const limits = { outreach: { account: { most: 1, seconds: 60 }, recipient: { most: 1, seconds: 60 } } };
    const ctx = { ...own(), ...attemptsFor(make.db, limits) };
    await addPerson(ctx, eventId, { name: "Xenia", email: stranger });
    expect(await outcomeOf(addPerson(ctx, eventId, { name: "Bo", email: "bo@example.org" }))).toBe("too_many_mails");
    await addPerson(ctx, eventId, { name: "Bo" });
    // Another organizer reaches the same mailbox no more often.
    const second = { ...make.context(await provenMember(make)), ...attemptsFor(make.db, limits) };
    const other = await make.event({ organizer: second.actor.kind === "member" ? second.actor.member : organizer });
    expect(await outcomeOf(addPerson(second, other, { name: "Xenia", email: stranger }))).toBe("too_many_mails");
    expect(await taken()).toBe(2);
  });
});

describe("the mail", () => {
  it("goes to a member by name, with a link to get no such mails", async () => {
    await add();
    const [mail] = await make.mails();
    expect(mail?.text).toContain(member.displayName);
    expect(mail?.unsubscribe).toContain(make.links.sign("notifications", `${member.id}:invited`));
  });

  it.each<[string, () => Promise<unknown>]>([
    ["is blocked by the organizer", () => blockMember(own(), member.id)],
    ["has blocked the organizer", () => blockMember(make.context(member), organizer.id)],
    ["is suspended", () => setMember({ suspended_at: new Date(), suspended_for: "Spam" })],
    ["leaves the site", () => setMember({ deletion_at: new Date() })],
    ["wants no such mail", () => setNotificationPreference(make.context(member), { kind: "invited", wanted: false })],
    [
      "has left the event",
      async () => {
        await joinEvent(make.context(member), { eventId });
        await leaveEvent(make.context(member), eventId);
        await make.mails();
      },
    ],
  ])("does not go to a member who %s, and goes to others", async (_, change) => {
    // People must have met before one can block the other.
    const before = await make.event({ organizer });
    await make.join({ eventId: before, member });
    await change();
    await add();
    await add(stranger);
    expect((await toldNow()).map(([to]) => to)).toEqual([stranger]);
    expect(await taken()).toBe(2);
  });

  it("does not go out for a person who was removed, an event that has begun, or one that is canceled", async () => {
    await add();
    await removePerson(own(), eventId, (await list())[0]!._id);
    expect(await toldNow()).toEqual([]);
    await add();
    await make.db.updateTable("events").set({ event_date: new Date() }).where("id", "=", eventId).execute();
    expect(await toldNow()).toEqual([]);
  });
});

describe("the address", () => {
  it("is deleted 30 days after the event, not before, and the name stays", async () => {
    await add(stranger);
    await endAgo(29);
    await purgeExpired(make.db);
    expect(await addresses()).toEqual([stranger]);
    await endAgo(31);
    await purgeExpired(make.db);
    expect(await addresses()).toEqual([]);
    expect(await list()).toMatchObject([{ userName: "Xenia Holt", mailedTo: null }]);
  });

  it("is in the export of the member who confirmed it, and goes with their account", async () => {
    await add();
    await add(stranger);
    expect((await exportAccount(make.context(member))).addedTo).toMatchObject([{ eventId }]);
    expect((await exportAccount(own())).addedTo).toEqual([]);
    await setMember({ email_verified: false });
    expect((await exportAccount(make.context(member))).addedTo).toEqual([]);
    await setMember({ email_verified: true, deletion_at: new Date() });
    await deleteAccount(make.context(), member.id);
    expect(await addresses()).toEqual([stranger]);
    expect(await list()).toHaveLength(2);
  });
});
