import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { outcomeOf } from "#test/call.ts";
import { testDatabase } from "#test/database.ts";
import { asHost } from "#test/host.ts";
import { makeIn, type Make } from "#test/make.ts";
import { exportAccount } from "../accounts/queries.ts";
import { getEvent, listEvents } from "../events/queries.ts";
import { EventFilter } from "../events/shapes.ts";
import { hostedBy } from "../hosting/access.ts";
import type { Member } from "../members/shapes.ts";
import { joinEvent } from "../registrations/commands.ts";
import { deleteMember, liftSuspension, suspendMember } from "./commands.ts";

let make: Make;
let host: Member;
let member: Member;
let token: string;
beforeEach(async () => {
  make = makeIn(await testDatabase());
  host = await make.member({ email: "host@example.org" });
  ({ member, token } = await make.signedIn({ name: "Mallory", email: "mallory@example.org" }));
  await make.proven(member, host);
  await make.mails();
});

const hosting = (now?: Date) => ({ ...hostedBy(asHost(make, host, now)), endAccess: make.auth.endAccess });
const all = EventFilter.parse({ when: "all" });
const reason = "Mallory asked people for money.";
const rowOf = (id = member.id) =>
  make.db.selectFrom("members").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const log = () =>
  make.db.selectFrom("host_actions").select(["action", "subject_id", "host_id", "reason"]).orderBy("id").execute();
const subjects = async () => (await make.mails()).map(({ subject }) => subject);
const takenOf = (id: string) =>
  make.db.selectFrom("events").select(["taken", "held"]).where("id", "=", id).executeTakeFirstOrThrow();

describe("suspendMember", () => {
  it("ends their sessions, tells them why, and is logged", async () => {
    const other = await make.signedIn();
    await suspendMember(hosting(), member.id, { reason });
    expect(await rowOf()).toMatchObject({ suspended_at: expect.any(Date), suspended_for: reason });
    const { rows } = await sql<{ member_id: string }>`select member_id from sessions`.execute(make.db);
    expect(rows.map(({ member_id }) => member_id)).toEqual([other.member.id]);
    expect(await make.auth.identify(token)).toBeNull();
    expect(await make.auth.identify(other.token)).toEqual(other.member);
    expect(await log()).toEqual([{ action: "suspend_member", subject_id: member.id, host_id: host.id, reason }]);
    const mail = (await make.mails()).filter(({ to }) => to === member.email);
    expect(mail.map(({ subject }) => subject)).toEqual(["Your account is suspended"]);
    expect(mail[0]?.text).toContain(reason);
    expect(make.announced).toContain("members");
  });

  it("gives their spots at current and coming events to the waitlist, and keeps past registrations", async () => {
    const eventId = await make.event({ maxParticipant: "1" });
    await joinEvent(make.context(member), { eventId });
    const next = await make.member();
    await make.proven(next);
    await joinEvent(make.context(next), { eventId });
    const over = await make.event({ eventDate: new Date(Date.now() - 86_400_000) });
    await make.join({ eventId: over, member });
    await make.join({ eventId: await make.event({ eventDate: new Date(Date.now() - 3_600_000) }), member });
    await make.mails();
    await suspendMember(hosting(), member.id, { reason });
    const left = await make.db.selectFrom("registrations").select(["event_id", "member_id"]).execute();
    expect(left).toHaveLength(2);
    expect(left).toEqual(
      expect.arrayContaining([
        { event_id: over, member_id: member.id },
        { event_id: eventId, member_id: next.id },
      ]),
    );
    const { taken, held } = await takenOf(eventId);
    expect(taken + held).toBe(1);
    expect((await make.mails()).filter(({ to }) => to === next.email)).toHaveLength(1);
    expect(make.announced).toContain(eventId);
  });

  it("hides their coming events and tells registered people, but hides no other organizer's events", async () => {
    const [mine, over] = [
      await make.event({ organizer: member }),
      await make.event({ organizer: member, eventDate: new Date(Date.now() - 86_400_000) }),
    ];
    const draft = await make.event({ organizer: member });
    await make.db.updateTable("events").set({ is_draft: true }).where("id", "=", draft).execute();
    const others = await make.event();
    const guest = await make.member({ email: "guest@example.org" });
    await make.proven(guest);
    await joinEvent(make.context(guest), { eventId: mine });
    await make.mails();
    await suspendMember(hosting(), member.id, { reason });
    const shown = async () => (await listEvents(make.context(), all)).rows.map(({ _id }) => _id).toSorted();
    expect(await shown()).toEqual([over, others].toSorted());
    expect(await outcomeOf(getEvent(make.context(guest), mine))).toBe("under_review");
    expect(make.announced).toContain(mine);
    const mails = (await make.mails()).filter(({ to }) => to === guest.email);
    expect(mails).toHaveLength(1);
    // An event that a host has hidden for other reasons stays hidden.
    const hidden = await make.event({ organizer: member });
    await make.db.updateTable("events").set({ review: "hidden" }).where("id", "=", hidden).execute();
    const about = { about: "event", subject_id: hidden, cause: "report", opened_at: new Date() } as const;
    await make.db
      .insertInto("reviews")
      .values({ id: hidden, ...about, hidden_at: new Date(), hidden_for: "Untrue" })
      .execute();
    await liftSuspension(hosting(), member.id, { reason: "A mistake." });
    expect(await shown()).toEqual([mine, over, others].toSorted());
    expect((await make.mails()).filter(({ to }) => to === guest.email)).toHaveLength(1);
  });

  it("mails the member once, and stores the latest reason", async () => {
    await suspendMember(hosting(), member.id, { reason });
    const { suspended_at } = await rowOf();
    await suspendMember(hosting(), member.id, { reason: "Again." });
    expect(await rowOf()).toMatchObject({ suspended_at, suspended_for: "Again." });
    expect((await make.mails()).filter(({ to }) => to === member.email)).toHaveLength(1);
    expect(await log()).toHaveLength(2);
  });

  it("is for hosts only, and cannot be used against a host", async () => {
    expect(() => hostedBy(make.context(member))).toThrow("no_such_call");
    const stale = { ...asHost(make, host), provedAt: new Date(Date.now() - 16 * 60_000) };
    expect(() => hostedBy(stale)).toThrow("prove_again");
    expect(await outcomeOf(suspendMember(hosting(), host.id, { reason }))).toBe("host_stays");
    expect(await outcomeOf(deleteMember(hosting(), host.id, { reason }))).toBe("host_stays");
    for (const id of ["nobody", "01a2053d-b0fb-774f-a565-11a1f7243a64"])
      expect(await outcomeOf(suspendMember(hosting(), id, { reason }))).toBe("not_found");
    expect([await log(), (await rowOf(host.id)).suspended_at]).toEqual([[], null]);
  });
});

describe("liftSuspension", () => {
  it("lets them in again, tells them, and refuses members who are not suspended", async () => {
    expect(await outcomeOf(liftSuspension(hosting(), member.id, { reason }))).toBe("not_found");
    await suspendMember(hosting(), member.id, { reason });
    await make.mails();
    await liftSuspension(hosting(), member.id, { reason: "A mistake." });
    expect(await rowOf()).toMatchObject({ suspended_at: null, suspended_for: null });
    const body = { email: member.email, password: "Gannet" };
    expect(await outcomeOf(make.authCall("POST", "sign-in/email", { body }))).toBe("done");
    expect((await make.mails()).map(({ subject }) => subject)).toEqual(["You can log in again"]);
    expect((await log()).map(({ action }) => action)).toEqual(["suspend_member", "lift_suspension"]);
  });

  it("is reported with the current state if a mail is late", async () => {
    await suspendMember(hosting(), member.id, { reason });
    await liftSuspension(hosting(), member.id, { reason: "A mistake." });
    expect(await subjects()).toEqual(["You can log in again"]);
    await suspendMember(hosting(), member.id, { reason });
    await subjects();
    await liftSuspension(hosting(), member.id, { reason: "A mistake." });
    await suspendMember(hosting(), member.id, { reason });
    expect(await subjects()).toEqual(["Your account is suspended"]);
  });
});

describe("deleteMember", () => {
  it("deletes the account with all its data, and removes the name from the log", async () => {
    await suspendMember(hosting(), member.id, { reason });
    await deleteMember(hosting(), member.id, { reason });
    const mails = await make.mails(new Date(Date.now() + 1000));
    expect(await make.db.selectFrom("members").select("id").where("id", "=", member.id).execute()).toEqual([]);
    expect(mails.at(-1)?.text).toContain(reason);
    const left = { subject_id: null, host_id: host.id, reason: "… asked people for money." };
    expect(await log()).toEqual([
      { action: "suspend_member", ...left },
      { action: "delete_member", ...left },
    ]);
  });
});

describe("a member's data", () => {
  it("contains hosts' actions against the member, but no actions against others", async () => {
    await suspendMember(hosting(), (await make.signedIn()).member.id, { reason: "Another." });
    await suspendMember(hosting(), member.id, { reason });
    const told = await exportAccount(make.context(member));
    expect(told.profile).toMatchObject({ suspendedAt: expect.any(String), suspendedFor: reason });
    expect(told.hostActions).toEqual([{ action: "suspend_member", reason, at: expect.any(String) }]);
    expect(JSON.stringify(told)).not.toContain(host.id);
  });
});
