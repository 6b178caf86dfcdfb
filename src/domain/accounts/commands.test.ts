import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { testDatabase } from "#test/database.ts";
import { makeSeries } from "#test/series.ts";
import { makeIn, type Make, yesterday } from "#test/make.ts";
import { provenFor } from "#test/records.ts";
import { joinCommunity } from "../communities/commands.ts";
import { revokeCredential } from "../records/commands.ts";
import { joinEvent } from "../registrations/commands.ts";
import type { Member } from "../members/shapes.ts";
import { deleteAccount, keepAccount, planDeletion } from "./commands.ts";
import { exportAccount, getAccount } from "./queries.ts";

const day = 86_400_000;

let make: Make;
let member: Member;
beforeEach(async () => {
  make = makeIn(await testDatabase());
  ({ member } = await make.signedIn({ email: "amina@example.org", name: "Amina" }));
  await make.db.updateTable("members").set({ email_verified: true }).where("id", "=", member.id).execute();
  await make.mails();
});

const plan = () => planDeletion(make.context(member));
const inAWeek = () => new Date(Date.now() + 7 * day + 1000);
const deleteNow = (now = inAWeek()) => deleteAccount(make.context(undefined, now), member.id);
const isThere = async () =>
  (await make.db.selectFrom("members").select("id").where("id", "=", member.id).executeTakeFirst()) !== undefined;

/** Fills a member's life: events, registrations, a community, a picture, the newsletter, a message. */
async function live(of = member, community?: string) {
  const mine = await make.event({
    organizer: of,
    title: "River clean-up",
    eventDate: new Date(Date.now() + 30 * day),
  });
  const past = await make.event({ organizer: of, eventDate: yesterday() });
  const guests = await make.members(3);
  for (const guest of guests) await make.join({ eventId: mine, member: guest });
  await make.join({ eventId: past, member: guests[0]! });
  const joined = await make.event({ maxParticipant: "1", eventDate: new Date(Date.now() + 20 * day) });
  const registrationId = await make.join({ eventId: joined, member: of });
  await make.db
    .insertInto("guests")
    .values({ id: registrationId, registration_id: registrationId, name: "Rita", under18: true })
    .execute();
  await make.db
    .insertInto("notification_preferences")
    .values({ member_id: of.id, kind: "thanks", wanted: false })
    .execute();
  const message = {
    event_id: mine,
    audience: "all",
    subject: "Gloves",
    text: "Bring gloves",
    recipients: 3,
    sent_at: new Date(),
  } as const;
  await make.db
    .insertInto("messages")
    .values({ id: mine, ...message })
    .execute();
  const communityId = community ?? (await make.community());
  await joinCommunity(make.context(of), { communityId });
  await make.db
    .insertInto("pictures")
    .values({ id: of.id, owner_id: of.id, content: new Uint8Array(1) })
    .execute();
  await make.db.insertInto("subscribers").values({ email: of.email }).execute();
  await make.db
    .insertInto("contact_messages")
    .values({ id: of.id, name: "Amina", email: of.email, message: "Hello" })
    .execute();
  const offer = { event_id: joined, email: of.email, offered_at: new Date() };
  await make.db.insertInto("ownership_transfers").values(offer).execute();
  return { mine, past, joined, community: communityId, guests };
}

describe("planDeletion", () => {
  it("gives a week, sends a mail, and keeps the first day when asked again", async () => {
    const { deletionAt } = await plan();
    expect(Date.parse(deletionAt ?? "") - Date.now()).toBeGreaterThan(7 * day - 60_000);
    expect((await plan()).deletionAt).toBe(deletionAt);
    expect((await getAccount(make.context(member))).deletionAt).toBe(deletionAt);
    const mails = await make.mails();
    expect(mails.map(({ to }) => to)).toEqual([member.email]);
    expect(mails[0]?.subject).toMatch(/^Your account will be deleted on \w{3}, \w{3} \d/);
    expect(mails[0]?.links).toEqual(["https://goodturn.example/account"]);
    expect(await isThere()).toBe(true);
  });

  it("mentions events and proofs only to a member who has some, on the page and in the mail", async () => {
    const said = async () => {
      await make.db.updateTable("members").set({ deletion_at: null }).execute();
      await make.mails();
      await plan();
      const account = await getAccount(make.context(member));
      const [mail] = await make.mails();
      const names = ["your events", "Your proofs"].filter((words) => mail?.text.includes(words));
      return [account.events, account.eventsToCome, account.proofs, ...names];
    };
    // The proofs of other members do not count.
    await provenFor(make, await make.member(), await make.member());
    expect(await said()).toEqual([0, 0, 0]);

    await make.event({ organizer: member, eventDate: yesterday() });
    expect(await said()).toEqual([1, 0, 0, "your events"]);
    await make.event({ organizer: member, eventDate: new Date(Date.now() + 30 * day) });
    const { id } = await provenFor(make, await make.member(), member);
    expect(await said()).toEqual([2, 1, 1, "your events", "Your proofs"]);

    await revokeCredential(make.context(member), id);
    expect(await said()).toEqual([2, 1, 0, "your events"]);
  });

  it("can be reversed, and then nothing happens at the end of the week", async () => {
    await plan();
    expect(await keepAccount(make.context(member))).toEqual({ acknowledged: true, deletionAt: null });
    await deleteNow();
    expect(await isThere()).toBe(true);
  });

  it("starts a new week when asked again after a reversal", async () => {
    await plan();
    await keepAccount(make.context(member));
    await planDeletion(make.context(member, new Date(Date.now() + 3 * day)));
    await deleteNow();
    expect(await isThere()).toBe(true);
    await deleteNow(new Date(Date.now() + 10 * day + 1000));
    expect(await isThere()).toBe(false);
  });
});

describe("deleteAccount", () => {
  it("waits for the day", async () => {
    await plan();
    await deleteNow(new Date(Date.now() + 6 * day));
    expect(await isThere()).toBe(true);
    const { deletionAt } = await plan();
    await deleteNow(new Date(deletionAt ?? ""));
    expect(await isThere()).toBe(false);
  });

  it("leaves other members' data as it is, and announces the events that it changes", async () => {
    const { mine, past, joined, community } = await live();
    const { member: other } = await make.signedIn({ email: "zoe@example.org" });
    await make.db.updateTable("members").set({ email_verified: true }).where("id", "=", other.id).execute();
    await live(other, community);
    const now = new Date();
    const told = () => exportAccount(make.context(other, now));
    await plan();
    expect((await told()).profile.deletionAt).toBeNull();
    await planDeletion(make.context(other));
    await keepAccount(make.context(member));
    await plan();
    const before = await told();
    expect(before.profile.deletionAt).not.toBeNull();
    make.announced.length = 0;
    await deleteNow();
    expect(await told()).toEqual(before);
    expect(make.announced.toSorted()).toEqual([mine, past, joined, "communities", "members"].toSorted());
    const { members } = await make.db
      .selectFrom("communities")
      .select("members")
      .where("id", "=", community)
      .executeTakeFirstOrThrow();
    expect(members).toBe(1);
  });

  it("cancels the member's events with notice, frees their spots, and tells the people concerned", async () => {
    const { joined, community, guests } = await live();
    await plan();
    await make.mails();
    await deleteNow();
    const events = await make.db.selectFrom("events").select(["id", "taken"]).execute();
    expect(events).toEqual([{ id: joined, taken: 0 }]);
    await joinEvent(make.context(guests[0]), { eventId: joined });
    const { members } = await make.db
      .selectFrom("communities")
      .select("members")
      .where("id", "=", community)
      .executeTakeFirstOrThrow();
    expect(members).toBe(0);

    const mails = await make.mails(inAWeek());
    const to = (subject: string) => mails.filter((mail) => mail.subject === subject).map((mail) => mail.to);
    expect(to("Canceled: River clean-up").toSorted()).toEqual(guests.map((guest) => guest.email).toSorted());
    expect(to("Your account is deleted")).toEqual([member.email]);
    // The person who got the free spot also gets a mail.
    expect(to("You have a spot: Beach Cleanup")).toEqual([guests[0]?.email]);
    expect(mails).toHaveLength(5);
  });

  it("leaves nothing of the member in any table", async () => {
    await live();
    await plan();
    await make.mails();
    await deleteNow();
    await make.mails(inAWeek());
    const { rows: tables } = await sql<{ name: string }>`select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(make.db);
    expect(tables.length).toBeGreaterThan(10);
    for (const { name } of tables) {
      const { rows } = await sql<object>`select * from ${sql.table(name)}`.execute(make.db);
      const text = JSON.stringify(rows);
      for (const trace of [member.id, member.email, "Amina"]) expect(text, name).not.toContain(trace);
    }
  });

  it("does not delete rows that other people sent with an address that was never confirmed", async () => {
    await live();
    await make.db.updateTable("members").set({ email_verified: false }).where("id", "=", member.id).execute();
    await plan();
    await deleteNow();
    expect(await make.db.selectFrom("subscribers").selectAll().execute()).toHaveLength(1);
  });

  it("counts correctly while others join and leave for good", async () => {
    const { joined } = await live();
    await make.db.updateTable("events").set({ capacity: 50 }).where("id", "=", joined).execute();
    await plan();
    const crowd = await make.members(20);
    await Promise.all([deleteNow(), ...crowd.map((guest) => joinEvent(make.context(guest), { eventId: joined }))]);
    const { taken } = await make.db
      .selectFrom("events")
      .select("taken")
      .where("id", "=", joined)
      .executeTakeFirstOrThrow();
    expect(taken).toBe(20);
  });
});

describe("exportAccount", () => {
  it("contains everything that names the member, and nothing of others", async () => {
    const { mine, past, joined, community, guests } = await live();
    await plan();
    await make.auth.makeLink({ purpose: "reset-password", memberId: member.id, email: member.email });
    const series = await makeSeries(make, { organizer: member });
    const others = await makeSeries(make, { organizer: await make.member() });
    const told = await exportAccount(make.context(member));
    expect(told).toMatchObject({
      seriesOrganised: [{ seriesId: series.id, title: "Food Sorting", rule: "FREQ=WEEKLY;BYDAY=TU", endedAt: null }],
      profile: { id: member.id, name: "Amina", email: member.email, emailVerified: true },
      waysToLogIn: [{ provider: "credential" }],
      mailedLinks: [{ email: member.email }],
      devices: [{ address: "192.0.2.1" }],
      eventsJoined: [{ eventId: joined, title: "Beach Cleanup", guests: [{ name: "Rita", under18: true }] }],
      messagesSent: [{ eventId: mine, audience: "all", subject: "Gloves", text: "Bring gloves" }],
      mailsNotWanted: ["thanks"],
      communities: [{ communityId: community, title: "River Keepers" }],
      pictures: [{ address: `/pictures/${member.id}.webp` }],
      follows: [{ about: "filter", filter: "", name: "Events everywhere" }],
      followsTold: { pace: "monthly", weekday: 4, hour: 17 },
      eventsOffered: [{ eventId: joined }],
      contactMessages: [{ name: "Amina", message: "Hello" }],
      mailsOnTheirWay: [{ kind: "deletion_planned" }, { kind: "delete_account" }],
    });
    const single = told.eventsOrganised.filter((event) => event.series === null);
    expect(single.map(({ _id }) => _id).toSorted()).toEqual([mine, past].toSorted());
    expect(JSON.stringify(told)).not.toContain(others.id);
    expect(told.newsletterSince).not.toBe(null);
    for (const hidden of ["argon2", ...guests.map(({ email }) => email)])
      expect(JSON.stringify(told)).not.toContain(hidden);
  });

  it("covers every table that refers to members", async () => {
    const { rows } = await sql<{ name: string }>`select distinct conrelid::regclass::text as name from pg_constraint
      where contype = 'f' and confrelid = 'members'::regclass order by name`.execute(make.db);
    const covered =
      "accounts added_people asserted_hours assertions blocks community_posts credentials events follows gate_keys gate_leavers gate_marks happening_tellings happenings imports invitations mail_links membership_requests " +
      "memberships notification_preferences outcome_people passkey_challenges passkeys person_notes pictures record_events record_notes registrations regular_offers_put_away regulars reports reviews rights series sessions team_log told_people";
    expect(rows.map(({ name }) => name)).toEqual(covered.split(" "));
  });

  it("leaves out rows that were sent with an unconfirmed address", async () => {
    await live();
    await make.db.updateTable("members").set({ email_verified: false }).where("id", "=", member.id).execute();
    const told = await exportAccount(make.context(member));
    expect([told.contactMessages, told.newsletterSince]).toEqual([[], null]);
  });
});
