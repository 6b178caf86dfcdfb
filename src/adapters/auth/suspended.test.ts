import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { testDatabase } from "#test/database.ts";
import { firebaseSite } from "#test/firebase-refusals.ts";
import { browserOf, type GoogleServer, someone, startGoogle } from "#test/google.ts";
import { emulatorToken } from "#test/id-tokens.ts";
import { makeIn, type Make } from "#test/make.ts";
import { suspended, waysIn } from "#test/suspended.ts";

let google: GoogleServer;
let make: Make;
beforeAll(async () => {
  google = await startGoogle();
});
afterAll(() => google.stop());
beforeEach(async () => {
  make = makeIn(await testDatabase(), { google: google.google });
});

describe("a suspended member", () => {
  it("cannot log in by any way that worked before, and is told why", async () => {
    for (const [way, logIn] of Object.entries(waysIn(make, async () => {})))
      expect([way, (await logIn()).status]).toEqual([way, 200]);
    for (const [way, logIn] of Object.entries(waysIn(make, (member) => suspended(make, member)))) {
      const { status, body, headers } = await logIn();
      expect([way, status, body.code]).toEqual([way, 403, "suspended"]);
      expect(headers.getSetCookie().join(), way).not.toMatch(/session_token=[^;]/);
    }
  });

  it("cannot log in with Google either", async () => {
    google.become();
    const browser = browserOf(make.auth);
    const logIn = async () => {
      const { url, cookie } = await browser.agree(await browser.start());
      return make.auth.handle(new Request(url, { headers: { cookie } }), "127.0.0.1");
    };
    expect((await logIn()).headers.getSetCookie().join()).toMatch(/session_token=[^;]/);
    const email = someone.email.toLowerCase();
    const { id } = await make.db
      .selectFrom("members")
      .select("id")
      .where("email", "=", email)
      .executeTakeFirstOrThrow();
    await suspended(make, { id, email, displayName: "", photoURL: null });
    const refused = await logIn();
    expect(refused.headers.getSetCookie().join()).not.toMatch(/session_token=[^;]/);
    expect(await refused.text()).toContain("suspended");
  });

  it("counts as a visitor with any remaining token or session, ours or Firebase's", async () => {
    const { member: another, token } = await make.signedIn();
    const { member } = await make.signedIn();
    await make.proven(member);
    const idToken = emulatorToken({ sub: member.id, email: member.email, email_verified: true });
    const site = firebaseSite(make);
    const asked = async (bearer: string) => (await site("GET", "/account", { token: bearer })).status;
    expect([await asked(idToken), await make.auth.identify(token)]).toEqual([200, another]);
    await suspended(make, member);
    await suspended(make, another);
    expect([await asked(idToken), await make.auth.identify(token)]).toEqual([401, null]);
  });

  it("cannot use a mailed code, and joins nothing by it", async () => {
    const { member } = await make.signedIn();
    await make.proven(member);
    const eventId = await make.event();
    const caller = { address: "192.0.2.1", base: "http://localhost", local: true, cookie: "", userAgent: "" };
    const wanted = { eventId, name: "Nora", email: member.email, guests: [], whenShort: "wait" as const };
    await make.auth.mailSignIn?.join(caller, wanted);
    const waiting = await make.mails();
    const secret = waiting.findLast(({ to }) => to === member.email)?.links.find((link) => link.includes("#")) ?? "";
    await suspended(make, member);
    const entered = make.auth.mailSignIn?.enterByLink(caller, { token: secret.split("#")[1] ?? "" });
    await expect(entered).rejects.toMatchObject({ code: "suspended" });
    expect(await make.db.selectFrom("registrations").selectAll().execute()).toEqual([]);
  });
});
