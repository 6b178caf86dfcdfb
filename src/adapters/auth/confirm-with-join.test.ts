import { beforeEach, describe, expect, it } from "vitest";
import type { Member } from "#domain/members/shapes.ts";
import { joinEvent, leaveEvent } from "#domain/registrations/commands.ts";
import { limitUnproven } from "#adapters/jobs/unproven.ts";
import { testDatabase } from "#test/database.ts";
import { attemptsFor, cookieOf, makeIn, type Make } from "#test/make.ts";

let make: Make;
beforeEach(async () => {
  make = makeIn(await testDatabase());
});

const email = "nora@example.org";
const person = { name: "Buy now", email, image: "https://example.org/me.jpg", password: "Gannet" };
const verifySubject = "Please confirm your e-mail address";
const inAMinute = () => new Date(Date.now() + 61_000);

/** Registers a member, on the way to joining an event or not. */
async function registered(more: { joinsNext?: boolean } = {}) {
  const cookie = cookieOf(await make.authCall("POST", "sign-up/email", { body: { ...person, ...more } }));
  const member = await make.auth.identify(await make.token(cookie));
  if (!member) throw new Error("nobody registered");
  return { cookie, member };
}
const join = async (member: Member, eventId: string) => joinEvent(make.context(member), { eventId });
const subjects = async (at?: Date) => (await make.mails(at)).map(({ subject }) => subject);
const isVerified = async () =>
  (await make.db.selectFrom("members").select("email_verified").where("email", "=", email).executeTakeFirstOrThrow())
    .email_verified;

describe("a new member who is about to join an event", () => {
  it("gets one mail, which also confirms their address", async () => {
    const eventId = await make.event({ title: "Beach Cleanup" });
    const { member, cookie } = await registered({ joinsNext: true });
    expect(await subjects()).toEqual([]);
    await join(member, eventId);
    const [mail, ...others] = await make.mails();
    expect([mail?.subject, others]).toEqual(["You have a spot: Beach Cleanup", []]);
    expect(mail?.text).toContain("Please confirm this address to finish setting up your account.");
    expect(`${mail?.subject} ${mail?.text} ${mail?.html}`).not.toContain("Buy now");
    expect(await subjects(inAMinute())).toEqual([]);

    const [link = ""] = mail?.links ?? [];
    expect(link).toMatch(/^https:\/\/goodturn\.example\/confirm-email#verify-email\./);
    await make.authCall("POST", "confirm-email", { body: { token: link.split("#")[1] }, cookie });
    expect(await isVerified()).toBe(true);
  });

  it("gets one mail if waitlisted too, and later mails about events do not ask again", async () => {
    const eventId = await make.event({ maxParticipant: "1" });
    await make.join({ eventId });
    const { member } = await registered({ joinsNext: true });
    await join(member, eventId);
    const [mail, ...others] = await make.mails();
    expect([mail?.subject, others]).toEqual(["You are on the waitlist: Beach Cleanup", []]);
    expect(mail?.text).toContain("/confirm-email#verify-email.");
    expect(await subjects(inAMinute())).toEqual([]);
    await join(member, await make.event());
    const [later] = await make.mails(inAMinute());
    expect(later?.text).not.toContain("confirm-email");
  });

  it("is asked to confirm their address after a minute if they joined nothing, or left again", async () => {
    const { member } = await registered({ joinsNext: true });
    expect(await subjects(new Date(Date.now() + 50_000))).toEqual([]);
    const eventId = await make.event();
    await join(member, eventId);
    await leaveEvent(make.context(member), eventId);
    await make.db.deleteFrom("outbox").where("kind", "=", "registration_left").execute();
    expect(await subjects(inAMinute())).toEqual([verifySubject]);
  });

  it("is asked in a separate mail if the mail about the join is not sent", async () => {
    const { member } = await registered({ joinsNext: true });
    await join(member, await make.event());
    const limits = { unproven: { recipient: { most: 1, seconds: 86_400 } } };
    const { limitAttempts } = attemptsFor(make.db, limits);
    await limitAttempts("unproven", { recipient: email });
    expect(await make.mails(new Date(), limitUnproven(make.db, limitAttempts))).toEqual([]);
    expect(await subjects(inAMinute())).toEqual([verifySubject]);
  });

  it("gets the mail at once on request, and only one", async () => {
    const { cookie, member } = await registered({ joinsNext: true });
    await make.authCall("POST", "send-verification-email", { body: {}, cookie });
    expect(await subjects()).toEqual([verifySubject]);
    await join(member, await make.event());
    expect(await subjects(inAMinute())).toEqual(["You have a spot: Beach Cleanup"]);
  });
});

describe("a new member who joins nothing", () => {
  it("is asked to confirm their address at once", async () => {
    const { cookie, member } = await registered();
    expect(await subjects()).toEqual([verifySubject]);
    await make.authCall("POST", "send-verification-email", { body: {}, cookie });
    expect(await subjects()).toEqual([verifySubject]);
    await join(member, await make.event());
    const [mail] = await make.mails();
    expect(mail?.text).not.toContain("confirm-email");
  });
});
