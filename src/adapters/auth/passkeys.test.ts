import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { exportAccount } from "#domain/accounts/queries.ts";
import { outcomeOf } from "#test/call.ts";
import { testDatabase } from "#test/database.ts";
import { authFor, cookieOf, makeIn, type Make } from "#test/make.ts";
import { newPasskey, type Passkey } from "#test/passkey.ts";

let make: Make;
let cookie: string;
let member: Awaited<ReturnType<Make["signedIn"]>>["member"];
beforeEach(async () => {
  make = makeIn(await testDatabase());
  ({ cookie, member } = await make.signedIn({ email: "amina@example.org" }));
});

type Wrong = Parameters<Passkey["sign"]>[1];
const post = (call: string, body: object = {}, as = cookie) =>
  make.authCall("POST", call, { body, ...(as && { cookie: as }) });
const optionsOf = async (answer: Promise<Response>) => ((await (await answer).json()) as { options: never }).options;
const add = async (key: Passkey, wrong: Wrong = {}, as = cookie) =>
  post("passkeys", { name: "My phone", response: key.make(await creation(as), wrong) }, as);
const creation = (as = cookie, password = "Gannet") => optionsOf(post("passkeys/options", { password }, as));
const challenge = () => optionsOf(post("passkeys/sign-in-options", {}, ""));
const logIn = async (key: Passkey, wrong: Wrong = {}) =>
  post("passkeys/sign-in", { response: key.sign(await challenge(), wrong) }, "");
const list = async (as = cookie) =>
  (
    (await (await make.authCall("GET", "passkeys", { cookie: as })).json()) as {
      passkeys: { id: string; name: string }[];
    }
  ).passkeys;

describe("a passkey", () => {
  it("is created with the password, logs its owner in, and is announced by mail", async () => {
    await make.mails();
    const key = newPasskey();
    expect(await list()).toEqual([]);
    await add(key);
    expect(await list()).toMatchObject([{ name: "My phone", lastUsed: null }]);
    expect(await make.mails()).toMatchObject([{ subject: "A passkey can now log in to your account" }]);

    const answer = await logIn(key);
    expect(await answer.json()).toMatchObject({ user: { id: member.id, email: member.email } });
    expect((await make.auth.identify(await make.token(cookieOf(answer))))?.id).toBe(member.id);
    expect(await list()).toMatchObject([{ lastUsed: expect.any(String) }]);
    expect((await logIn(key)).status).toBe(200);
  });

  it("is not created without a proof, nor by a visitor", async () => {
    expect(await outcomeOf(creation(cookie, "Wrong1"))).toBe("invalid");
    expect(await outcomeOf(creation(""))).toBe("sign_in_required");
    expect(await outcomeOf(creation((await make.longAgo()).cookie, ""))).toBe("log_in_again");
    const key = newPasskey();
    const options = await creation();
    const other = await make.signedIn();
    expect(await outcomeOf(post("passkeys", { name: "x", response: key.make(options) }, other.cookie))).toBe(
      "passkey_unreadable",
    );
    expect(await outcomeOf(post("passkeys", { name: "x", response: key.make(options) }, ""))).toBe("sign_in_required");
    expect(await list()).toEqual([]);
  });

  it.each<[string, Wrong]>([
    ["at another site", { origin: "https://evil.example" }],
    ["for another site", { rpId: "evil.example" }],
    ["a different challenge", { challenge: "bm90IGFza2Vk" }],
    ["without its owner's finger or code", { verified: false }],
  ])("is rejected when it signs %s", async (_, wrong) => {
    const key = newPasskey();
    expect(await outcomeOf(add(key, wrong))).toBe("passkey_unreadable");
    await add(key);
    expect(await outcomeOf(logIn(key, wrong))).toBe("passkey_unknown");
    expect(await outcomeOf(logIn(key))).toBe("done");
  });

  it("belongs to one account: its owner cannot add it again, and neither can another member", async () => {
    const key = newPasskey();
    expect(await outcomeOf(add(key))).toBe("done");
    const other = await make.signedIn();
    expect(await outcomeOf(add(key, {}, other.cookie))).toBe("passkey_taken");
    expect(await outcomeOf(add(key))).toBe("passkey_taken");
    expect([(await list()).length, await list(other.cookie)]).toEqual([1, []]);
    expect(await (await logIn(key)).json()).toMatchObject({ user: { id: member.id } });
    expect(await outcomeOf(add(newPasskey(), {}, other.cookie))).toBe("done");
  });

  it("can sign each challenge once, within five minutes, and never one for creating a key", async () => {
    const key = newPasskey();
    const options = await creation();
    const response = key.make(options);
    await post("passkeys", { name: "a", response });
    expect(await outcomeOf(post("passkeys", { name: "b", response }))).toBe("passkey_unreadable");

    const signed = key.sign(await challenge());
    expect(await outcomeOf(post("passkeys/sign-in", { response: signed }, ""))).toBe("done");
    expect(await outcomeOf(post("passkeys/sign-in", { response: signed }, ""))).toBe("passkey_unknown");
    expect(await outcomeOf(post("passkeys/sign-in", { response: key.sign(await creation()) }, ""))).toBe(
      "passkey_unknown",
    );
    const late = await challenge();
    await sql`update passkey_challenges set expires_at = now() - interval '1 second'`.execute(make.db);
    expect(await outcomeOf(post("passkeys/sign-in", { response: key.sign(late) }, ""))).toBe("passkey_unknown");
  });

  it("is rejected if its counter shows that it was copied", async () => {
    const key = newPasskey();
    await add(key);
    await logIn(key, { counter: 50 });
    expect(await outcomeOf(logIn(key, { counter: 50 }))).toBe("passkey_unknown");
    expect(await outcomeOf(logIn(key, { counter: 51 }))).toBe("done");
  });

  it("is rejected if unknown or removed; removing one requires the password", async () => {
    const key = newPasskey();
    expect(await outcomeOf(logIn(key))).toBe("passkey_unknown");
    await add(key);
    const [{ id } = { id: "" }] = await list();
    expect(await outcomeOf(post("passkeys/remove", { id, password: "Wrong1" }))).toBe("invalid");
    const other = await make.signedIn();
    await post("passkeys/remove", { id, password: "Gannet" }, other.cookie);
    expect(await outcomeOf(logIn(key))).toBe("done");
    await post("passkeys/remove", { id, password: "Gannet" });
    expect(await outcomeOf(logIn(key))).toBe("passkey_unknown");
  });

  it("has a name that only its owner can change", async () => {
    await add(newPasskey());
    const [{ id } = { id: "" }] = await list();
    const other = await make.signedIn();
    expect(await outcomeOf(post("passkeys/rename", { id, name: "Mine" }, other.cookie))).toBe("not_found");
    await post("passkeys/rename", { id, name: "Work laptop" });
    expect(await list()).toMatchObject([{ name: "Work laptop" }]);
  });

  it("cannot be added to an account that has twenty", async () => {
    for (let count = 0; count < 20; count++) await add(newPasskey());
    expect(await outcomeOf(creation())).toBe("passkeys_full");
  });

  it("is bound to our public address", async () => {
    const auth = authFor(make.db, { origin: "https://goodturn.example" });
    const ask = (call: string, body: object) =>
      auth.handle(
        new Request(`https://goodturn.example/api/auth/${call}`, {
          method: "POST",
          headers: { "content-type": "application/json", origin: "https://goodturn.example" },
          body: JSON.stringify(body),
        }),
        "192.0.2.1",
      );
    expect(await optionsOf(ask("passkeys/sign-in-options", {}))).toMatchObject({
      rpId: "goodturn.example",
      userVerification: "required",
    });
  });

  it("is in the export, and is deleted with the account", async () => {
    await add(newPasskey());
    expect((await exportAccount(make.context(member))).passkeys).toMatchObject([{ name: "My phone", lastUsed: null }]);
    await make.db.deleteFrom("members").where("id", "=", member.id).execute();
    expect((await sql`select id from passkeys`.execute(make.db)).rows).toEqual([]);
  });
});

const reset = async () => {
  const link = await make.auth.makeLink({ purpose: "reset-password", memberId: member.id, email: member.email });
  await post("reset-password", { token: link?.split("#")[1], newPassword: "Planting4all" }, "");
};

describe("ending other access", () => {
  it("keeps passkeys, both after ending other sessions and after a reset, whose mail mentions them", async () => {
    const key = newPasskey();
    await sql`update members set email_verified = true`.execute(make.db);
    await add(key);
    await make.mails();
    await post("revoke-other-sessions");
    expect(await outcomeOf(logIn(key))).toBe("done");
    await reset();
    expect(await make.mails()).toMatchObject([{ text: expect.stringContaining("Your passkey keeps working.") }]);
    expect(await outcomeOf(logIn(key))).toBe("done");
  });

  it("ends the creation of a passkey", async () => {
    const key = newPasskey();
    const options = await creation();
    await post("revoke-other-sessions");
    expect(await outcomeOf(post("passkeys", { name: "x", response: key.make(options) }))).toBe("passkey_unreadable");
  });

  it("removes passkeys of an account with an unconfirmed address", async () => {
    const key = newPasskey();
    await add(key);
    await reset();
    expect(await outcomeOf(logIn(key))).toBe("passkey_unknown");
  });
});
