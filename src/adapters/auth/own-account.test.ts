import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import type { Member } from "#domain/members/shapes.ts";
import { testDatabase } from "#test/database.ts";
import { cookieOf, makeIn, type Make } from "#test/make.ts";

let make: Make;
let cookie: string;
let member: Member;
beforeEach(async () => {
  make = makeIn(await testDatabase());
  ({ cookie, member } = await make.signedIn({ email, password: "Gannet" }));
  await make.mails();
});

const email = "amina@example.org";
const logIn = (password = "Gannet") => make.authCall("POST", "sign-in/email", { body: { email, password } });
const access = async (mine = cookie) => (await make.authCall("GET", "access", { cookie: mine })).json();
const post = (call: string, body: object, mine = cookie) => make.authCall("POST", call, { body, cookie: mine });
const isIn = async (mine: string) =>
  (await (await make.authCall("GET", "get-session", { cookie: mine })).json()) !== null;
const confirm = (token: string) => post("confirm-email", { token });
const subjects = async () => (await make.mails()).map(({ to, subject }) => [to, subject]);

describe("GET /api/auth/access", () => {
  it("lists the ways to log in and the member's own devices, this one first, without secrets", async () => {
    await make.signedIn();
    const other = cookieOf(await logIn());
    const told = await access();
    expect(told).toEqual({
      ways: ["credential"],
      devices: [expect.objectContaining({ current: true }), expect.objectContaining({ current: false })],
    });
    expect(Object.keys(told.devices[0])).toEqual(["id", "current", "browser", "address", "since", "lastSeen"]);
    expect((await access(other)).devices.map(({ id }: { id: string }) => id)).toEqual(
      told.devices.map(({ id }: { id: string }) => id).toReversed(),
    );
  });

  it("leaves out expired sessions", async () => {
    await logIn();
    const [, other] = (await access()).devices;
    await sql`update sessions set expires_at = now() - interval '1 second' where id = ${other.id}`.execute(make.db);
    expect((await access()).devices).toMatchObject([{ current: true }]);
  });

  it("tells the network address and the browser of each device", async () => {
    const headers = { "content-type": "application/json", "user-agent": "A browser" };
    const init = { method: "POST", headers, body: JSON.stringify({ email, password: "Gannet" }) };
    const request = new Request("http://localhost/api/auth/sign-in/email", init);
    const mine = cookieOf(await make.auth.handle(request, "198.51.100.7"));
    expect((await access(mine)).devices[0]).toMatchObject({ browser: "A browser", address: "198.51.100.7" });
  });
});

describe("POST /api/auth/revoke-session", () => {
  it("logs out one of the member's devices, but not another member's", async () => {
    const other = cookieOf(await logIn());
    const stranger = await make.signedIn();
    const [, theirs] = (await access()).devices;
    await post("revoke-session", { id: theirs.id }, stranger.cookie);
    expect(await isIn(other)).toBe(true);
    await post("revoke-session", { id: theirs.id });
    expect([await isIn(other), await isIn(cookie), await isIn(stranger.cookie)]).toEqual([false, true, true]);
  });

  it("logs every other device out", async () => {
    const others = [cookieOf(await logIn()), cookieOf(await logIn())];
    const stranger = await make.signedIn();
    await post("revoke-other-sessions", {});
    expect(await Promise.all([...others, cookie, stranger.cookie].map(isIn))).toEqual([false, false, true, true]);
  });
});

describe("POST /api/auth/change-password", () => {
  it("requires the old password, sets the new one, logs the others out, and tells the owner", async () => {
    const other = cookieOf(await logIn());
    await post("change-password", { currentPassword: "Gannet", newPassword: "Another1" });
    expect([await isIn(other), await isIn(cookie)]).toEqual([false, true]);
    await expect(logIn()).rejects.toMatchObject({ code: "invalid_credentials" });
    expect((await logIn("Another1")).status).toBe(200);
    expect(await subjects()).toEqual([[email, "Your password was changed"]]);
  });

  it("changes nothing if the old password is wrong", async () => {
    const wrong = post("change-password", { currentPassword: "Gannet1", newPassword: "Another1" });
    await expect(wrong).rejects.toMatchObject({
      code: "invalid",
      fields: [{ path: "currentPassword", rule: "rule.password.wrong" }],
    });
    expect((await logIn()).status).toBe(200);
    expect(await subjects()).toEqual([]);
  });
});

describe("POST /api/auth/change-email", () => {
  const newEmail = "new@example.org";
  const ask = (address = newEmail, password = "Gannet") => post("change-email", { newEmail: address, password });

  it("changes the address once the new one is confirmed, and mails the old one if that was confirmed", async () => {
    await make.proven(member);
    await ask(" New@Example.org ");
    const [mail, ...others] = await make.mails();
    expect([mail?.to, mail?.subject, others]).toEqual([newEmail, "Please confirm your new e-mail address", []]);
    expect((await logIn()).status).toBe(200);

    await confirm(mail?.links[0]?.split("#")[1] ?? "");
    await expect(logIn()).rejects.toMatchObject({ code: "invalid_credentials" });
    const session = await (await make.authCall("GET", "get-session", { cookie })).json();
    expect(session.user).toMatchObject({ email: newEmail, emailVerified: true });
    expect(await subjects()).toEqual([[email, "Your e-mail address was changed"]]);
  });

  it("sends no mail to an old address that was never confirmed", async () => {
    await ask();
    const [mail] = await make.mails();
    await confirm(mail?.links[0]?.split("#")[1] ?? "");
    expect(await make.mails()).toEqual([]);
  });

  it("asks for the password, and does not reveal that another account has the address", async () => {
    await expect(ask(newEmail, "Wrong1")).rejects.toMatchObject({
      fields: [{ path: "password", rule: "rule.password.wrong" }],
    });
    await make.member({ email: newEmail });
    expect((await ask()).status).toBe(200);
    expect(await make.mails()).toEqual([]);
  });

  it("is refused when another member has taken the address meanwhile", async () => {
    await ask();
    const [mail] = await make.mails();
    await make.member({ email: newEmail });
    await expect(confirm(mail?.links[0]?.split("#")[1] ?? "")).rejects.toMatchObject({ code: "email_taken" });
    expect((await logIn()).status).toBe(200);
  });
});
