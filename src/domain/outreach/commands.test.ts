import { beforeEach, describe, expect, it } from "vitest";
import { newId } from "#db/schema.server.ts";
import { exportAccount } from "#domain/accounts/queries.ts";
import { blockMember } from "#domain/blocks/commands.ts";
import { createEvent } from "#domain/organizing/commands.ts";
import { EventInput } from "#domain/organizing/shapes.ts";
import { sayOutcome } from "#domain/outcomes/commands.ts";
import type { Member } from "#domain/members/shapes.ts";
import { setNotificationPreference } from "#domain/notification-preferences/commands.ts";
import { joinEvent, leaveEvent } from "#domain/registrations/commands.ts";
import { purgeExpired } from "#adapters/jobs/purge.ts";
import { outcomeOf } from "#test/call.ts";
import { testDatabase } from "#test/database.ts";
import { attemptsFor, makeIn, type Make, yesterday } from "#test/make.ts";
import { newEvent } from "#test/operations.ts";
import { newOutcome, overEvent } from "#test/outcomes.ts";
import { provenMember } from "#test/outreach.ts";
import { joinToldEvent, previewTelling, tellPeople } from "./commands.ts";
import { getTellable, getToldEvent } from "./queries.ts";

let make: Make;
let organizer: Member;
/** Two came to the earlier event, one had joined and did not come, one waited. */
let [came, late, absent, waited]: Member[] = [];
let source: string;
let eventId: string;

beforeEach(async () => {
  make = makeIn(await testDatabase());
  organizer = await provenMember(make, { displayName: "Amina" });
  [came, late, absent, waited] = [
    await provenMember(make),
    await provenMember(make),
    await provenMember(make),
    await provenMember(make),
  ];
  const earlier = await overEvent(make, organizer, [came, late, absent, waited]);
  source = earlier.eventId;
  await make.db.updateTable("registrations").set({ status: "waitlisted" }).where("id", "=", earlier.ids[3]!).execute();
  await sayOutcome(own(), source, newOutcome({ came: earlier.ids.slice(0, 2) }));
  eventId = await make.event({ organizer, title: "Again" });
  await make.mails();
});

/** The organizer, on a site that sends mail. */
const own = () => ({ ...make.context(organizer), sendsMail: true });
const everyone = { parts: ["came", "waited"] as ("came" | "waited")[], text: "We go again." };
const tell = (input = everyone, ctx = own()) => tellPeople(ctx, eventId, input);
const addresses = (...members: (Member | undefined)[]) => members.map((each) => each!.email).toSorted();
const toldNow = async () => (await make.mails()).map(({ to }) => to).toSorted();
const counts = async (ctx = own(), id = eventId) => {
  const { came: c, waited: w, unwilling } = await getTellable(ctx, id);
  return { came: c, waited: w, unwilling };
};
const linkOf = async (member: Member | undefined) =>
  (
    await make.db
      .selectFrom("told_people")
      .where("event_id", "=", eventId)
      .where("member_id", "=", member!.id)
      .select("id")
      .executeTakeFirstOrThrow()
  ).id;

describe("tellPeople", () => {
  it("mails those who came and those who waited, and neither who did not come nor anybody twice", async () => {
    expect(await counts()).toEqual({ came: 2, waited: 1, unwilling: 0 });
    expect(await tell()).toEqual({ acknowledged: true, told: 3 });
    expect(await toldNow()).toEqual(addresses(came, late, waited));
    expect(await counts()).toEqual({ came: 0, waited: 0, unwilling: 0 });
    expect(await outcomeOf(tell())).toBe("invalid");
    expect(await toldNow()).toEqual([]);
  });

  it("mails only the part that is ticked", async () => {
    expect(await tell({ ...everyone, parts: ["waited"] })).toMatchObject({ told: 1 });
    expect(await toldNow()).toEqual(addresses(waited));
  });

  it("counts those who had joined where nobody recorded who came", async () => {
    await make.db.deleteFrom("outcomes").where("event_id", "=", source).execute();
    expect(await getTellable(own(), eventId)).toMatchObject({ came: 3, source: { isSaid: false } });
  });

  it.each<[string, () => Promise<unknown>]>([
    ["is registered already", () => joinEvent(make.context(came), { eventId })],
    [
      "has left the new event",
      async () => {
        await joinEvent(make.context(came), { eventId });
        await leaveEvent(make.context(came), eventId);
      },
    ],
    ["is blocked by the organizer", () => blockMember(own(), came!.id)],
    ["has blocked the organizer", () => blockMember(make.context(came), organizer.id)],
    ["organizes the new event too", () => giveRight(came!.id, eventId)],
    ["is suspended", () => setMember({ suspended_at: new Date(), suspended_for: "Spam" })],
    ["leaves the site", () => setMember({ deletion_at: new Date() })],
    ["has no confirmed address", () => setMember({ email_verified: false })],
  ])("leaves out a member who %s", async (_, change) => {
    await change();
    await make.mails();
    expect(await counts()).toEqual({ came: 1, waited: 1, unwilling: 0 });
    await tell();
    expect(await toldNow()).toEqual(addresses(late, waited));
  });

  it("leaves out for a second organizer whom the owner or they themselves have blocked", async () => {
    const second = await provenMember(make);
    for (const id of [eventId, source]) await giveRight(second.id, id);
    await blockMember(make.context(organizer), came!.id);
    await blockMember(make.context(second), late!.id);
    expect(await counts({ ...make.context(second), sendsMail: true })).toEqual({ came: 0, waited: 1, unwilling: 0 });
    expect(await counts()).toEqual({ came: 1, waited: 1, unwilling: 0 });
  });

  it("leaves out people who want no such mail, and counts them", async () => {
    await setNotificationPreference(make.context(came), { kind: "invited", wanted: false });
    await setNotificationPreference(make.context(late), { kind: "messages", wanted: false });
    expect(await counts()).toEqual({ came: 1, waited: 1, unwilling: 1 });
    expect(await tell()).toMatchObject({ told: 2 });
    expect(await toldNow()).toEqual(addresses(late, waited));
  });

  it("sends no mail to a member who joined, was blocked or switched it off before it goes out", async () => {
    await tell();
    await joinEvent(make.context(came), { eventId });
    await blockMember(own(), late!.id);
    await setNotificationPreference(make.context(waited), { kind: "invited", wanted: false });
    const subjects = (await make.mails()).map(({ to, subject }) => [to, subject]);
    expect(subjects.filter(([, subject]) => subject === "Amina: Again")).toEqual([]);
    expect(subjects).toHaveLength(1);
  });

  it("tells as many as the day's limit leaves, those who came first, and the others another day", async () => {
    const limits = { outreach: { account: { most: 2, seconds: 60 } } };
    const ctx = { ...own(), ...attemptsFor(make.db, limits) };
    expect(await getTellable(ctx, eventId)).toMatchObject({ came: 2, waited: 1, left: 2 });
    expect(await tell(everyone, ctx)).toMatchObject({ told: 2 });
    expect(await toldNow()).toEqual(addresses(came, late));
    expect(await getTellable(ctx, eventId)).toMatchObject({ waited: 1, left: 0 });
    expect(await outcomeOf(tell(everyone, ctx))).toBe("too_many_mails");
    expect(await tell()).toMatchObject({ told: 1 });
  });

  it("leaves out a mailbox that has enough mail for today", async () => {
    const limits = { outreach: { recipient: { most: 1, seconds: 60 } } };
    const ctx = { ...own(), ...attemptsFor(make.db, limits) };
    await ctx.limitAttempts("outreach", { recipient: came!.email });
    expect(await tell(everyone, ctx)).toMatchObject({ told: 2 });
    expect(await toldNow()).toEqual(addresses(late, waited));
  });

  it("tells each once when it is asked for twice at the same time", async () => {
    const told = await Promise.allSettled([tell(), tell()]);
    expect(told.some(({ status }) => status === "fulfilled")).toBe(true);
    expect(await toldNow()).toEqual(addresses(came, late, waited));
  });

  it("goes to the people of an event of the same owner only, and is for an organizer of both", async () => {
    const other = await provenMember(make);
    const theirs = await make.event({ organizer: other });
    expect(await getTellable(make.context(other), theirs)).toMatchObject({ source: null, came: 0, waited: 0 });
    // A second organizer of the new event alone cannot reach the people of the earlier one.
    await giveRight(other.id, eventId);
    expect(await getTellable(make.context(other), eventId)).toMatchObject({ source: null });
    await giveRight(other.id, source);
    expect(await getTellable(make.context(other), theirs)).toMatchObject({ source: null });
    expect(await counts(make.context(other))).toEqual({ came: 2, waited: 1, unwilling: 0 });
    // An event of a community is not of the same owner.
    const owner_community_id = await make.community();
    await make.db.updateTable("events").set({ owner_community_id }).where("id", "=", eventId).execute();
    expect(await getTellable(make.context(other), eventId)).toMatchObject({ source: null });
  });

  it("takes the event that it was run again from, or else the last one with people", async () => {
    const { eventId: later } = await overEvent(make, organizer, [await provenMember(make)]);
    await make.db
      .updateTable("events")
      .set({ event_end: new Date(yesterday().getTime() + 3_600_000 * 6) })
      .where("id", "=", later)
      .execute();
    expect(await sourceOf(eventId)).toBe(later);
    expect(await sourceOf((await again(source)).insertedId)).toBe(source);
    // An event of another member is not remembered.
    const strange = await overEvent(make, await make.member(), [came!]);
    expect(await sourceOf((await again(strange.eventId)).insertedId)).toBe(later);
  });
});

const sourceOf = async (id: string) => (await getTellable(own(), id)).source?.eventId;
const again = (copiedFrom: string) => createEvent(own(), { ...input(), copiedFrom });
const input = () => EventInput.parse(newEvent());
const giveRight = (member_id: string, event_id: string) =>
  make.db
    .insertInto("rights")
    .values({ id: newId(), member_id, event_id, role: "organizer", given_at: new Date() })
    .execute();
const setMember = (values: object) =>
  make.db
    .updateTable("members")
    .set({ updated_at: new Date(), ...values })
    .where("id", "=", came!.id)
    .execute();

describe("the mail", () => {
  it("has the line, the reason, a link to join and one to get no such mails; its preview sends nothing", async () => {
    const preview = await previewTelling(own(), eventId, everyone);
    expect(preview).toMatchObject({ to: came!.displayName, subject: "Amina: Again" });
    expect(await toldNow()).toEqual([]);
    await tell();
    const mail = (await make.mails()).find(({ to }) => to === came!.email);
    expect(mail?.text).toContain("We go again.");
    expect(mail?.text).toContain("because you came to 'Beach Cleanup'");
    expect(mail?.text).toContain(`/told#${make.links.sign("told", await linkOf(came))}&join`);
    expect(mail?.text).toMatch(/no such mails.*\/mails#/s);
    expect(mail?.unsubscribe).toContain(make.links.sign("notifications", `${came!.id}:invited`));
  });
});

describe("joinToldEvent", () => {
  beforeEach(async () => {
    await tell();
    await make.mails();
  });

  it("registers the reader once, signed out, and reading the link does not", async () => {
    const link = await linkOf(came);
    const read = () => getToldEvent(make.context(), make.links, link);
    expect(await read()).toMatchObject({ registration: { state: null }, spot: null });
    for (let time = 0; time < 2; time++) await joinToldEvent(make.context(), link);
    const { registration, spot } = await read();
    expect(registration.state).toBe("joined");
    expect(make.links.read("registration", spot ?? "")).not.toBe(null);
    const { taken } = await make.db
      .selectFrom("events")
      .where("id", "=", eventId)
      .select("taken")
      .executeTakeFirstOrThrow();
    expect(taken).toBe(1);
    expect(await toldNow()).toEqual(addresses(came));
  });

  it("refuses a suspended or blocked reader, and a link that is not ours", async () => {
    const [link, other] = [await linkOf(came), await linkOf(late)];
    await setMember({ suspended_at: new Date(), suspended_for: "Spam" });
    expect(await outcomeOf(joinToldEvent(make.context(), link))).toBe("spot_gone");
    await blockMember(own(), late!.id);
    expect(await outcomeOf(joinToldEvent(make.context(), other))).toBe("cannot_join");
    expect(await outcomeOf(joinToldEvent(make.context(), null))).toBe("link_broken");
  });

  it("puts the reader on the waitlist of a full event", async () => {
    await make.db.updateTable("events").set({ capacity: 1, max_participant: "1" }).where("id", "=", eventId).execute();
    await joinToldEvent(make.context(), await linkOf(came));
    await joinToldEvent(make.context(), await linkOf(late));
    const { registration } = await getToldEvent(make.context(), make.links, await linkOf(late));
    expect(registration.state).toBe("waiting");
  });
});

describe("what is kept of it", () => {
  it("is in the export of who was told, and gone 30 days after the event", async () => {
    await tell();
    const told = async () => (await exportAccount(make.context(came))).toldOf;
    expect(await told()).toMatchObject([{ eventId, words: "We go again." }]);
    expect((await exportAccount(make.context(absent))).toldOf).toEqual([]);
    await endAgo(29);
    await purgeExpired(make.db);
    expect(await told()).toHaveLength(1);
    await endAgo(31);
    await purgeExpired(make.db);
    expect(await told()).toEqual([]);
  });
});

const endAgo = (days: number) =>
  make.db
    .updateTable("events")
    .set({
      event_date: new Date(Date.now() - (days + 1) * 86_400_000),
      event_end: new Date(Date.now() - days * 86_400_000),
    })
    .where("id", "=", eventId)
    .execute();
