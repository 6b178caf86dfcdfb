import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { testDatabase } from "#test/database.ts";
import { byMailIn, email, otherCode } from "#test/mailed.ts";
import { attemptsFor, makeIn, type Make } from "#test/make.ts";
import { registrationsIn } from "#test/registrations.ts";

const minute = 60_000;
const wrong = { code: "invalid", fields: [{ path: "code", rule: "rule.code.wrong" }] };

let make: Make;
let registrations: ReturnType<typeof registrationsIn>;
let { call, ask, join, mailed, members, userOf } = {} as ReturnType<typeof byMailIn>;
let later: number;
const now = () => new Date(Date.now() + later);
beforeEach(async () => {
  later = 0;
  make = makeIn(await testDatabase(), { now });
  registrations = registrationsIn(make);
  ({ call, ask, join, mailed, members, userOf } = byMailIn(make, now));
});

describe("POST /api/auth/mailed/code", () => {
  it("creates a member without a password, with a proved address, and registers them, once", async () => {
    const eventId = await make.event({ maxParticipant: "1" });
    const { claim } = await join(eventId, { under18: true, guardian: "Rui Lind" });
    const { code } = await mailed();
    const entered = await ask("code", { claim, code: `${code.slice(0, 3)} ${code.slice(3)}` });
    expect(entered).toMatchObject({
      user: { name: "Nora Lind", email, emailVerified: true },
      join: { state: "joined", spots: 1, registration: { isJoined: true, under18: true, guardian: "Rui Lind" } },
      refused: null,
    });
    expect(await userOf(entered.cookie)).toMatchObject({ email });
    expect((await sql`select 1 from accounts`.execute(make.db)).rows).toEqual([]);
    expect(await registrations.counts(eventId)).toMatchObject({ taken: 1 });
    await registrations.expectRight(eventId);
    await expect(call("code", { claim, code })).rejects.toMatchObject({ code: "code_expired" });
    expect(await ask("read", { claim })).toMatchObject({ confirmed: true });
    expect((await make.mails()).map(({ subject }) => subject)).toContain("You have a spot: Beach Cleanup");
  });

  it("mails a newcomer a code without their name, and then one mail about the spot, with the name", async () => {
    const eventId = await make.event();
    const { claim } = await join(eventId);
    const [asked, ...others] = await make.mails(now());
    expect(others).toEqual([]);
    const code = /^Code: (\d{6})$/m.exec(asked!.text)?.[1];
    // No one has proved yet that the address belongs to a person of this name.
    expect(asked!.text).not.toContain("Hello");
    expect(`${asked!.subject} ${asked!.text} ${asked!.html}`).not.toMatch(/Nora|Lind/);
    await ask("code", { claim, code });
    const [told, ...rest] = await make.mails(now());
    expect([told?.to, told?.subject, rest]).toEqual([email, "You have a spot: Beach Cleanup", []]);
    expect(told!.text).toContain("\nHello Nora Lind,\n");
    expect(await make.mails(new Date(now().getTime() + 10 * minute))).toEqual([]);
  });

  it("logs an existing member in to their own account, and keeps its name and other sessions", async () => {
    const eventId = await make.event();
    const known = await make.signedIn({ email, name: "Nora the first" });
    await make.proven(known.member);
    const { claim } = await join(eventId, { name: "Somebody else" });
    const entered = await ask("code", { claim, code: (await mailed()).code });
    expect(entered).toMatchObject({ user: { id: known.member.id, name: "Nora the first" }, join: { state: "joined" } });
    expect(await userOf(known.cookie)).not.toBeNull();
    expect(make.announced).not.toContain("members");
    expect(await members()).toHaveLength(1);
  });

  it("takes over an unconfirmed account from the person who made it", async () => {
    const eventId = await make.event();
    const attacker = await make.signedIn({ email, password: "Attack1" });
    const { claim } = await join(eventId);
    await ask("code", { claim, code: (await mailed()).code });
    expect(await userOf(attacker.cookie)).toBeNull();
    expect(await make.auth.identify(attacker.token)).toBeNull();
    const again = make.authCall("POST", "sign-in/email", { body: { email, password: "Attack1" } });
    await expect(again).rejects.toMatchObject({ code: "invalid_credentials" });
    expect(await members()).toMatchObject([{ email_verified: true }]);
    expect(make.announced).toContain("members");
  });

  it("answers a member who had already joined, and gives the kept spot back", async () => {
    const eventId = await make.event();
    const known = await make.signedIn({ email });
    await make.join({ eventId, member: known.member });
    const { claim } = await join(eventId);
    const entered = await ask("code", { claim, code: (await mailed()).code });
    expect(entered).toMatchObject({ join: { state: "joined", spots: 1 }, refused: null });
    expect((await registrations.counts(eventId)).taken).toBe(1);
    await registrations.expectRight(eventId);
  });

  it("logs in even when the event is canceled, over or deleted by then", async () => {
    for (const [change, refused] of [
      [{ cancelled_at: new Date() }, "event_cancelled"],
      [{ event_date: new Date(Date.now() - 2000), event_end: new Date(Date.now() - 1000) }, "event_over"],
    ] as const) {
      const eventId = await make.event();
      const { claim } = await join(eventId);
      await make.db.updateTable("events").set(change).where("id", "=", eventId).execute();
      const entered = await ask("code", { claim, code: (await mailed()).code });
      expect(entered).toMatchObject({ user: { email }, join: null, refused });
      expect(await registrations.rows(eventId)).toEqual([]);
    }
    const gone = await make.event();
    const { claim } = await join(gone);
    const { code } = await mailed();
    await make.db.deleteFrom("events").where("id", "=", gone).execute();
    expect(await ask("code", { claim, code })).toMatchObject({ user: { email }, join: null, refused: "not_found" });
  });

  it("allows five wrong codes, and mailing another code ends the earlier one", async () => {
    const eventId = await make.event();
    const { claim } = await join(eventId);
    const { code } = await mailed();
    for (let tries = 0; tries < 5; tries++)
      await expect(call("code", { claim, code: otherCode(code) })).rejects.toMatchObject(wrong);
    await expect(call("code", { claim, code })).rejects.toMatchObject({ code: "code_expired" });
    await ask("again", { claim });
    const next = (await mailed()).code;
    // Once in a million times the two are the same.
    await expect(call("code", { claim, code: next === code ? otherCode(code) : code })).rejects.toMatchObject(wrong);
    expect(await ask("code", { claim, code: next })).toMatchObject({ join: { state: "joined" } });
  });

  it("works only for the claim that asked for it, not for another claim for the same address", async () => {
    const eventId = await make.event();
    const { claim } = await join(eventId);
    const { code } = await mailed();
    const attacker = await join(eventId);
    await expect(call("code", { claim: attacker.claim, code })).rejects.toMatchObject(wrong);
    expect(await ask("code", { claim, code })).toMatchObject({ join: { state: "joined" } });
  });

  it("is counted by account, for any caller, but not when it is right", async () => {
    const limits = { sign_in: { account: { most: 2, seconds: 300 } } };
    make = makeIn(make.db, { attempts: attemptsFor(make.db, limits) });
    ({ call, ask, join, mailed } = byMailIn(make));
    const [one, other] = [await make.event(), await make.event()];
    const first = await join(one);
    const { code } = await mailed();
    await expect(call("code", { claim: first.claim, code: otherCode(code) })).rejects.toMatchObject(wrong);
    await ask("code", { claim: first.claim, code });
    const second = await join(other);
    const next = (await mailed()).code;
    await expect(call("code", { claim: second.claim, code: otherCode(next) })).rejects.toMatchObject(wrong);
    const refused = call("code", { claim: second.claim, code: next });
    await expect(refused).rejects.toMatchObject({ code: "too_many_attempts" });
  });

  it("works for exactly half an hour; then the spot is open to anybody, and can still be taken", async () => {
    const eventId = await make.event({ maxParticipant: "1", eventDate: new Date(Date.now() + 10 * 86_400_000) });
    const { claim } = await join(eventId);
    const { code } = await mailed();
    later = 29 * minute;
    await ask("again", { claim });
    const next = (await mailed()).code;
    later = 31 * minute;
    await make.mails(now());
    expect((await registrations.counts(eventId)).taken).toBe(0);
    expect(await ask("read", { claim })).toMatchObject({ held: null });
    const rival = await make.member();
    await make.join({ eventId, member: rival });
    expect(await ask("code", { claim, code: next })).toMatchObject({ join: { state: "waiting", position: 1 } });
    expect(code).not.toBe("none");
    const other = await join(await make.event());
    const late = (await mailed()).code;
    later += 30 * minute;
    await expect(call("code", { claim: other.claim, code: late })).rejects.toMatchObject({ code: "code_expired" });
    await expect(call("again", { claim: other.claim })).rejects.toMatchObject({ code: "code_expired" });
  });

  it("registers a party, including its guests with kept spots", async () => {
    const eventId = await make.event({ maxParticipant: "2" });
    const guests = [
      { name: "Ben", under18: false },
      { name: "Cleo", under18: true },
    ];
    const { claim, asked } = await join(eventId, { guests, whenShort: "take" });
    expect(asked.held).toMatchObject({ spots: 2 });
    const entered = await ask("code", { claim, code: (await mailed()).code });
    expect(entered.join).toMatchObject({ state: "joined", spots: 2, registration: { guests: [{ name: "Ben" }] } });
    await registrations.expectRight(eventId);
  });
});

describe("POST /api/auth/mailed/link", () => {
  it("does the same in any browser, logs in only that browser, and ends the code", async () => {
    const eventId = await make.event();
    const { claim } = await join(eventId);
    const { code, secret } = await mailed();
    const entered = await ask("link", { token: secret });
    expect(entered).toMatchObject({ user: { email }, join: { state: "joined" } });
    expect(await userOf(entered.cookie)).toMatchObject({ email });
    await expect(call("code", { claim, code })).rejects.toMatchObject({ code: "code_expired" });
    await expect(call("link", { token: secret })).rejects.toMatchObject({ code: "link_used" });
  });

  it("rejects a claim as link and a link's secret as claim", async () => {
    const { claim } = await join(await make.event());
    const { code, secret } = await mailed();
    await expect(call("link", { token: claim })).rejects.toMatchObject({ code: "link_used" });
    await expect(call("code", { claim: secret, code })).rejects.toMatchObject({ code: "code_expired" });
  });
});
