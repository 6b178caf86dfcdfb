import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { joinEvent } from "#domain/registrations/commands.ts";
import { testDatabase } from "#test/database.ts";
import { byMailIn, email } from "#test/mailed.ts";
import { attemptsFor, authFor, cookieOf, makeIn, type Make, yesterday } from "#test/make.ts";
import { registrationsIn } from "#test/registrations.ts";

const minute = 60_000;

let make: Make;
let registrations: ReturnType<typeof registrationsIn>;
let { call, ask, join, mailed, members, userOf } = {} as ReturnType<typeof byMailIn>;
beforeEach(async () => {
  make = makeIn(await testDatabase());
  registrations = registrationsIn(make);
  ({ call, ask, join, mailed, members, userOf } = byMailIn(make));
});

describe("POST /api/auth/mailed/join", () => {
  it("keeps a spot for half an hour for a claim, without a session, and creates no member", async () => {
    const eventId = await make.event({ maxParticipant: "20" });
    const answer = await call("join", { eventId, name: "Nora Lind", email });
    expect(answer.headers.getSetCookie()).toEqual([]);
    const { claim, asked } = (await answer.json()) as { claim: string; asked: { held: { until: string } } };
    expect(asked).toEqual({ email, eventId, held: { spots: 1, until: expect.any(String) }, confirmed: false });
    expect(Math.abs(Date.parse(asked.held.until) - Date.now() - 30 * minute)).toBeLessThan(minute);
    expect(await members()).toEqual([]);
    expect((await registrations.counts(eventId)).taken).toBe(1);
    expect(await registrations.rows(eventId)).toEqual([]);
    expect(make.announced).toEqual([eventId]);
    expect(await ask("read", { claim })).toMatchObject(asked);
    await registrations.expectRight(eventId);
  });

  it("sends a mail with a code and a link, but without any typed words", async () => {
    const eventId = await make.event({ title: "Oaks" });
    await join(eventId, { name: "Buy at evil.example" });
    const { mail, code, secret } = await mailed();
    expect(mail?.subject).toBe(`${code} is your code for Oaks`);
    expect(mail?.links[0]).toBe(`https://goodturn.example/enter?event=${eventId}#${secret}`);
    expect(mail?.text).not.toContain("evil");
    expect(mail?.calendar).toBeUndefined();
  });

  it("gives the same answer and keeps a spot for an address with an account, and does not register it yet", async () => {
    const eventId = await make.event();
    const known = await make.signedIn({ email: "known@example.org" });
    await make.join({ eventId, member: known.member });
    const [one, other] = [await join(eventId), await join(eventId, { email: "known@example.org" })];
    const until = expect.any(String);
    expect(other).toEqual({
      ...one,
      claim: until,
      asked: { ...one.asked, email: "known@example.org", held: { spots: 1, until } },
    });
    expect((await registrations.counts(eventId)).taken).toBe(3);
    expect(await registrations.rows(eventId)).toHaveLength(1);
  });

  it("keeps spots once per address, and tells when a spot is only taken on confirming", async () => {
    const eventId = await make.event();
    const first = await join(eventId);
    expect((await join(eventId)).asked.held).toEqual(first.asked.held);
    expect((await registrations.counts(eventId)).taken).toBe(1);
    const full = await make.event({ maxParticipant: "1" });
    await make.join({ eventId: full });
    expect((await join(full)).asked.held).toBeNull();
  });

  it("is refused for an event that is not open to registrations", async () => {
    const canceled = await make.event({ cancelReason: "Storm" });
    await expect(join(canceled)).rejects.toMatchObject({ code: "event_cancelled" });
    const over = await make.event({ eventDate: yesterday() });
    await expect(join(over)).rejects.toMatchObject({ code: "event_over" });
    await expect(join("nonsense")).rejects.toMatchObject({ code: "not_found" });
  });

  it("without mail makes a newcomer a member at once, and asks a member to log in", async () => {
    const auth = authFor(make.db, { sendsMail: false });
    const make2 = { ...make, authCall: (body: object) => auth.handle(requestOf("join", body), "192.0.2.1") };
    const eventId = await make.event();
    const answer = await make2.authCall({ eventId, name: "Nora Lind", email });
    expect(await answer.json()).toMatchObject({
      user: { name: "Nora Lind", emailVerified: false },
      join: { state: "joined" },
    });
    expect(await userOf(cookieOf(answer))).toMatchObject({ email });
    const [mail, ...others] = await make.mails();
    const later = await make.mails(new Date(Date.now() + 61_000));
    expect([mail?.subject, others, later]).toEqual(["You have a spot: Beach Cleanup", [], []]);
    expect(mail?.links[0]).toContain("/confirm-email#verify-email.");
    const known = make2.authCall({ eventId, name: "Somebody else", email });
    await expect(known).rejects.toMatchObject({ code: "email_taken" });
    const canceled = await make.event({ cancelReason: "Storm" });
    const nobody = make2.authCall({ eventId: canceled, name: "Ann", email: "ann@example.org" });
    await expect(nobody).rejects.toMatchObject({ code: "event_cancelled" });
    expect(await make.db.selectFrom("members").select("id").where("email", "=", "ann@example.org").execute()).toEqual(
      [],
    );
  });
});

describe("POST /api/auth/mailed/end", () => {
  it("gives the spot to the next on the waitlist, and ends code and link", async () => {
    const eventId = await make.event({ maxParticipant: "1", eventDate: new Date(Date.now() + 10 * 86_400_000) });
    const { claim } = await join(eventId);
    const { code, secret } = await mailed();
    const next = await make.signedIn();
    await joinEvent(make.context(next.member), { eventId });
    await ask("end", { claim });
    expect((await registrations.rows(eventId))[0]?.offer_expires_at).not.toBeNull();
    await registrations.expectRight(eventId);
    await expect(call("code", { claim, code })).rejects.toMatchObject({ code: "code_expired" });
    await expect(call("link", { token: secret })).rejects.toMatchObject({ code: "link_used" });
  });

  it("keeps requests of other browsers for the same address", async () => {
    const eventId = await make.event();
    await join(eventId);
    const attacker = await join(eventId);
    await ask("end", { claim: attacker.claim });
    expect((await registrations.counts(eventId)).taken).toBe(1);
  });
});

describe("POST /api/auth/mailed/ask", () => {
  it("logs a member in, and returns the page they were going to", async () => {
    const known = await make.signedIn({ email });
    await make.proven(known.member);
    const { claim, asked } = await ask("ask", { email, returnTo: "/create-event" });
    expect(asked).toEqual({ email, eventId: null, held: null, confirmed: false });
    const { mail, code, secret } = await mailed();
    expect(mail?.links[0]).toBe(`https://goodturn.example/enter#${secret}`);
    const entered = await ask("code", { claim, code });
    expect(entered).toMatchObject({ user: { id: known.member.id }, join: null, returnTo: "/create-event" });
  });

  it("answers the same for an address without an account, sends no mail, and creates no account", async () => {
    expect(await ask("ask", { email })).toEqual({
      cookie: "",
      claim: expect.any(String),
      asked: { email, eventId: null, held: null, confirmed: false },
    });
    expect((await mailed()).mail).toBeUndefined();
    expect(await members()).toEqual([]);
  });

  it("joins the event that the member was about to join, also by the link in another browser", async () => {
    const known = await make.signedIn({ email });
    await make.proven(known.member);
    const eventId = await make.event({ title: "Oaks" });
    const wish = { eventId, guests: [{ name: "Ida", under18: false }], whenShort: "wait" };
    const { asked } = await ask("ask", { email, returnTo: `/view-event/${eventId}`, join: wish });
    expect(asked).toEqual({ email, eventId, held: null, confirmed: false });
    const { mail, secret } = await mailed();
    expect(mail?.links[0]).toBe(`https://goodturn.example/enter?event=${eventId}#${secret}`);
    expect(await registrations.rows(eventId)).toEqual([]);
    const entered = await ask("link", { token: secret });
    expect(entered).toMatchObject({ user: { id: known.member.id }, join: { state: "joined", spots: 2 } });
  });

  it("reads guests stored by an instance of the previous version, and stores them so that it can read them", async () => {
    const known = await make.signedIn({ email });
    await make.proven(known.member);
    const eventId = await make.event();
    const guests = [{ name: "Ida", under18: false }];
    const { claim } = await ask("ask", { email, join: { eventId, guests } });
    const { rows } = await sql<{ wish: object }>`select wish from mail_sign_ins`.execute(make.db);
    expect(rows).toMatchObject([{ wish: { guests, companions: guests } }]);
    const earlier = JSON.stringify({ eventId, companions: guests, whenShort: "wait" });
    await sql`update mail_sign_ins set wish = ${earlier}::jsonb`.execute(make.db);
    const { code } = await mailed();
    expect(await ask("code", { claim, code })).toMatchObject({ join: { spots: 2, registration: { guests } } });
  });

  it("reveals nothing of a draft or an unknown event, and still logs in", async () => {
    await make.signedIn({ email });
    const draft = await make.event({ title: "Secret oaks" });
    await make.db.updateTable("events").set({ is_draft: true }).where("id", "=", draft).execute();
    for (const eventId of [draft, crypto.randomUUID(), "nonsense"]) {
      expect((await ask("ask", { email, join: { eventId } })).asked.eventId).toBeNull();
      const { mail, secret } = await mailed();
      expect(mail?.links[0]).toBe(`https://goodturn.example/enter#${secret}`);
      expect(mail?.text).not.toContain("Secret oaks");
    }
  });

  it.each(["//evil.example", "/\\evil.example", "https://evil.example", "/\t/evil.example"])(
    "rejects another site's address as return page: %j",
    async (returnTo) => {
      await expect(call("ask", { email, returnTo })).rejects.toMatchObject({ code: "invalid" });
    },
  );

  it("is counted by recipient, known or not, together with mails for joining", async () => {
    make = makeIn(make.db, { attempts: attemptsFor(make.db, { mail: { account: { most: 2, seconds: 3600 } } }) });
    ({ call, ask, join } = byMailIn(make));
    const { claim } = await join(await make.event());
    await ask("again", { claim });
    await expect(call("ask", { email })).rejects.toMatchObject({ code: "too_many_attempts" });
    await ask("ask", { email: "other@example.org" });
  });
});

function requestOf(path: string, body: object) {
  const headers = { origin: "http://localhost", "content-type": "application/json" };
  return new Request(`http://localhost/api/auth/mailed/${path}`, {
    method: "POST",
    headers,
    body: JSON.stringify(body),
  });
}
