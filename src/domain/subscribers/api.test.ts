import { beforeEach, describe, expect, it } from "vitest";
import { type Call, callerOf } from "#test/call.ts";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make } from "#test/make.ts";

let make: Make;
let call: Call;
beforeEach(async () => {
  make = makeIn(await testDatabase());
  call = callerOf(make);
});

describe("POST /subscribe", () => {
  it("stores an address once in any letter case, and never reveals whether it was there", async () => {
    const answers = [];
    for (const email of ["amina@example.org", " Amina@Example.ORG ", "amina@example.org"]) {
      answers.push(await call("POST", "/subscribe", { json: { email } }));
    }
    const expected = { acknowledged: true, insertedId: "amina@example.org" };
    expect(answers).toMatchObject(Array.from({ length: 3 }, () => ({ status: 200, body: expected })));
    const rows = await make.db.selectFrom("subscribers").select("email").execute();
    expect(rows).toEqual([{ email: "amina@example.org" }]);
  });

  it("explains what is wrong with an address", async () => {
    for (const [email, message] of [
      [undefined, "Please enter your e-mail address."],
      ["  ", "Please enter your e-mail address."],
      ["amina@example", "This does not look like an e-mail address."],
      [7, "This should be text."],
    ]) {
      const { body } = await call("POST", "/subscribe", { json: { email } });
      expect(body.fields).toEqual([{ path: "email", message }]);
    }
  });
});

describe("the newsletter of a member", () => {
  const path = "/account/newsletter";

  it("starts and stops as they choose, without another mail, once their address is confirmed", async () => {
    const { member, token } = await make.signedIn();
    await make.mails();
    await make.db.updateTable("members").set({ email_verified: true }).where("id", "=", member.id).execute();
    const state = async () => (await call("GET", path, { token })).body;
    expect(await state()).toEqual({ email: member.email, state: "none" });
    for (const [wanted, expected] of [
      [true, "confirmed"],
      [true, "confirmed"],
      [false, "none"],
      [false, "none"],
    ] as const) {
      expect((await call("PUT", path, { token, json: { wanted } })).body).toEqual({ acknowledged: true });
      expect(await state()).toEqual({ email: member.email, state: expected });
    }
    expect(await make.mails()).toEqual([]);
  });

  it("becomes confirmed when an unconfirmed subscription is switched on", async () => {
    const { member, token } = await make.signedIn();
    await make.db.updateTable("members").set({ email_verified: true }).where("id", "=", member.id).execute();
    await subscribe(member.email);
    expect((await call("GET", path, { token })).body).toMatchObject({ state: "unconfirmed" });
    await call("PUT", path, { token, json: { wanted: true } });
    expect((await call("GET", path, { token })).body).toMatchObject({ state: "confirmed" });
  });

  it("cannot be read or changed by a member who has not confirmed its address", async () => {
    const { member, token } = await make.signedIn();
    await subscribe(member.email);
    expect(await call("GET", path, { token })).toMatchObject({ status: 403, body: { code: "email_unconfirmed" } });
    const ended = await call("PUT", path, { token, json: { wanted: false } });
    expect(ended).toMatchObject({ status: 403, body: { code: "email_unconfirmed" } });
    expect(await rows()).toMatchObject([{ email: member.email }]);
  });
});

const subscribe = (email: string) => call("POST", "/subscribe", { json: { email } });
const rows = () => make.db.selectFrom("subscribers").select(["email", "confirmed_at"]).execute();
const form = { body: "List-Unsubscribe=One-Click", headers: { "content-type": "application/x-www-form-urlencoded" } };

describe("the newsletter's list", () => {
  it("is joined by a mailed link, sent at most once a day, and left by one click in the mail program", async () => {
    for (let time = 0; time < 3; time++) await subscribe("amina@example.org");
    const [mail, ...others] = await make.mails();
    expect([mail?.to, mail?.subject, others]).toEqual(["amina@example.org", "Please confirm the newsletter", []]);
    const path = mail?.unsubscribe?.replace("https://goodturn.example/api", "") ?? "";
    expect(mail?.links[0]).toBe(`https://goodturn.example${path.replace("/newsletter/", "/newsletter#")}`);
    expect((await call("GET", path)).body).toEqual({ email: "amina@example.org", state: "unconfirmed" });
    expect(await rows()).toEqual([{ email: "amina@example.org", confirmed_at: null }]);

    expect((await call("PUT", path)).status).toBe(200);
    const [{ confirmed_at } = {}] = await rows();
    expect(confirmed_at).toBeInstanceOf(Date);
    await call("PUT", path);
    expect((await rows())[0]?.confirmed_at).toEqual(confirmed_at);
    expect((await call("GET", path)).body.state).toBe("confirmed");

    for (let time = 0; time < 2; time++) expect((await call("POST", path, form)).status).toBe(200);
    expect([await rows(), (await call("GET", path)).body.state]).toEqual([[], "none"]);
    // The reader changes their mind with the link in the mail.
    await call("PUT", path);
    expect((await call("GET", path)).body.state).toBe("confirmed");
  });

  it("sends no link to confirmed addresses, and keeps no address in the outbox", async () => {
    await subscribe("amina@example.org");
    const token = make.links.sign("newsletter", "amina@example.org");
    await call("PUT", `/newsletter/${token}`);
    expect(await make.mails()).toEqual([]);
    expect(JSON.stringify(await make.db.selectFrom("outbox").selectAll().execute())).not.toContain("amina");
  });

  it("rejects a link that we did not sign, or that was signed for another purpose", async () => {
    await subscribe("amina@example.org");
    for (const token of ["nonsense", make.links.sign("notifications", "amina@example.org")]) {
      for (const method of ["GET", "PUT", "POST"]) {
        const { status, body } = await call(method, `/newsletter/${token}`);
        expect([status, body.code]).toEqual([404, "link_broken"]);
      }
    }
    expect(await rows()).toEqual([{ email: "amina@example.org", confirmed_at: null }]);
  });
});
