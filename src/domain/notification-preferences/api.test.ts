import { beforeEach, describe, expect, it } from "vitest";
import { joinEvent } from "../registrations/commands.ts";
import { mailKinds } from "./rules.ts";
import { type Call, callerOf } from "#test/call.ts";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make } from "#test/make.ts";

let make: Make;
let call: Call;
let me: Awaited<ReturnType<Make["signedIn"]>>;
beforeEach(async () => {
  make = makeIn(await testDatabase());
  call = callerOf(make);
  me = await make.signedIn();
  await make.mails();
});

const linkOf = (kind: string, memberId = me.member.id) =>
  `/mails/${make.links.sign("notifications", `${memberId}:${kind}`)}`;
const unwanted = async () => {
  const { body } = await call("GET", "/account/mails", { token: me.token });
  const wishes = body as { kind: string; wanted: boolean }[];
  expect(wishes.map(({ kind }) => kind)).toEqual(mailKinds);
  return wishes.filter(({ wanted }) => !wanted).map(({ kind }) => kind);
};
const form = { body: "List-Unsubscribe=One-Click", headers: { "content-type": "application/x-www-form-urlencoded" } };

/** The subjects of the mails to a member who joins. */
async function mailsForJoining() {
  const eventId = await make.event();
  await joinEvent(make.context(me.member), { eventId });
  return make.mails();
}

/** Switches the member's mails about their spots on or off. */
const set = (wanted: boolean) => call("PUT", "/account/mails", { token: me.token, json: { kind: "places", wanted } });

describe("PUT /account/mails", () => {
  it("stops mails of a kind from then on, and can start them again", async () => {
    expect(await unwanted()).toEqual([]);
    for (let time = 0; time < 2; time++) expect((await set(false)).body).toEqual({ acknowledged: true });
    expect(await unwanted()).toEqual(["places"]);
    expect(await mailsForJoining()).toEqual([]);
    await set(true);
    expect(await unwanted()).toEqual([]);
    expect((await mailsForJoining()).map(({ subject }) => subject)).toEqual(["You have a spot: Beach Cleanup"]);
  });

  it("applies when a mail is sent, not when its task is written", async () => {
    const eventId = await make.event();
    await joinEvent(make.context(me.member), { eventId });
    await call("PUT", "/account/mails", { token: me.token, json: { kind: "places", wanted: false } });
    expect(await make.mails()).toEqual([]);
  });

  it("rejects a kind for mails about the account", async () => {
    for (const kind of ["account", "reset_password", "", 7]) {
      const { status } = await call("PUT", "/account/mails", { token: me.token, json: { kind, wanted: false } });
      expect(status).toBe(422);
    }
  });
});

describe("the links at the foot of a mail", () => {
  it("lead to a page, and to a call that mail programs make in one step without logging in (RFC 8058)", async () => {
    const [mail] = await mailsForJoining();
    const path = mail?.unsubscribe?.replace("https://goodturn.example/api", "") ?? "";
    expect(path).toBe(linkOf("places"));
    expect((await call("GET", path)).body).toEqual({ kind: "places", wanted: true, email: me.member.email });
    expect(await unwanted()).toEqual([]);
    const answer = await call("POST", path, form);
    expect([answer.status, answer.body]).toEqual([200, { acknowledged: true }]);
    expect(await unwanted()).toEqual(["places"]);
    expect((await call("POST", path)).status).toBe(200);
    expect((await call("PUT", path)).status).toBe(200);
    expect(await unwanted()).toEqual([]);
  });

  it("can stop all kinds at once", async () => {
    await call("POST", `${linkOf("thanks")}/all`);
    expect(await unwanted()).toEqual([...mailKinds]);
    await call("PUT", linkOf("thanks"));
    expect(await unwanted()).toEqual(mailKinds.filter((kind) => kind !== "thanks"));
  });

  it("fail if we have not signed them, or signed them for another purpose", async () => {
    const id = `${me.member.id}:places`;
    for (const token of [
      "nonsense",
      make.links.sign("registration", id),
      make.links.sign("notifications", `${me.member.id}:account`),
    ]) {
      for (const method of ["GET", "POST", "PUT"]) {
        const { status, body } = await call(method, `/mails/${token}`);
        expect([status, body.code]).toEqual([404, "link_broken"]);
      }
    }
    expect(await unwanted()).toEqual([]);
  });

  it("change nothing once the member is deleted", async () => {
    const gone = linkOf("places", "0199f2a0-0000-7000-8000-000000000001");
    expect((await call("GET", gone)).body.code).toBe("not_found");
    expect((await call("POST", gone, form)).status).toBe(200);
    expect(await make.db.selectFrom("notification_preferences").selectAll().execute()).toEqual([]);
  });
});
