import { beforeEach, describe, expect, it } from "vitest";
import { askForContactAddress, confirmContactAddress } from "#domain/contact-addresses/commands.ts";
import { getEvent } from "#domain/events/queries.ts";
import { makeGateKey, openGate, renewGateKeys } from "#domain/gates/commands.ts";
import { listGateKeys } from "#domain/gates/queries.ts";
import type { Member } from "#domain/members/shapes.ts";
import { publishEvent } from "#domain/organizing/commands.ts";
import { acceptOwnership, offerOwnership } from "#domain/ownership-transfers/commands.ts";
import { joinEvent } from "#domain/registrations/commands.ts";
import { newId } from "#db/schema.server.ts";
import { outcomeOf } from "#test/call.ts";
import { testDatabase } from "#test/database.ts";
import { byMailIn } from "#test/mailed.ts";
import { makeIn, type Make } from "#test/make.ts";

const email = "nora@example.org";
const theirs = "mallory@example.org";

let make: Make;
let member: Member;
let cookie: string;
let eventId: string;
beforeEach(async () => {
  make = makeIn(await testDatabase());
  ({ member, cookie } = await make.signedIn({ email, name: "Nora" }));
  await make.mails();
  eventId = await make.event({ organizer: member, title: "River clean-up" });
});

const post = (call: string, body: object, sent = "") =>
  make.authCall("POST", call, { body, ...(sent && { cookie: sent }) });
const generation = async () => (await rowOf()).access_generation;
const rowOf = () => make.db.selectFrom("members").selectAll().where("id", "=", member.id).executeTakeFirstOrThrow();
/** Makes the context of a call by the account's user, who has just proved their identity. */
const now = async () => ({
  ...make.context(member),
  proof: { at: new Date(), generation: await generation() },
  links: make.links,
});
const secretOf = async (path: string) => {
  const links = (await make.mails()).flatMap((mail) => mail.links);
  return links.find((link) => link.includes(path))?.split("#")[1] ?? "";
};

/** The ways to log in by a mail to the account's address. */
const comingIn: [string, () => Promise<unknown>][] = [
  [
    "a new password by a mailed link",
    async () => {
      await post("request-password-reset", { email });
      await post("reset-password", { token: await secretOf("reset-password"), newPassword: "Another1" });
    },
  ],
  [
    "a mailed code",
    async () => {
      const { ask, mailed } = byMailIn(make);
      const { claim } = await ask("ask", { email });
      await ask("code", { claim, code: (await mailed(email)).code });
    },
  ],
  [
    "a mailed link",
    async () => {
      const { ask, mailed } = byMailIn(make);
      await ask("ask", { email });
      await ask("link", { token: (await mailed(email)).secret });
    },
  ],
];

/** Sets a contact address, and confirms it with the mailed link. */
async function takeContactAddress() {
  await askForContactAddress(await now(), { email: theirs });
  const link = make.links.read("contact", await secretOf("confirm-contact"));
  await confirmContactAddress(await now(), link);
}

describe.each(comingIn)("an account that another person used before its owner logged in by %s", (_, comeIn) => {
  it("loses its contact address, current or pending, and no link restores it", async () => {
    await takeContactAddress();
    expect((await getEvent(make.context(), eventId)).email).toBe(theirs);
    await askForContactAddress(await now(), { email: "other@example.org" });
    const waiting = make.links.read("contact", await secretOf("confirm-contact"));
    await comeIn();
    expect((await getEvent(make.context(), eventId)).email).toBe(email);
    expect(await rowOf()).toMatchObject({ contact_email: null, contact_email_pending: null });
    for (const linked of [waiting, `${member.id}:${theirs}`])
      expect(await outcomeOf(confirmContactAddress(await now(), linked))).toBe("link_used");
    expect((await getEvent(make.context(), eventId)).email).toBe(email);
  });

  it("loses its gate keys, ownership transfers and blocks", async () => {
    const heir = await make.member({ email: "heir@example.org" });
    await make.proven(heir);
    const { key } = await makeGateKey(await now(), eventId, { label: "Bea" });
    await offerOwnership(await now(), eventId, { email: heir.email });
    await make.db
      .insertInto("blocks")
      .values({ blocker_id: member.id, blocked_id: heir.id, blocked_at: new Date() })
      .execute();
    await comeIn();
    const ctx = {
      db: make.db,
      now: new Date(),
      links: make.links,
      limitAttempts: make.limitAttempts,
      from: "192.0.2.1",
    };
    const opening = openGate(ctx, { key: key.url.split("#")[1] ?? "", deviceId: newId() });
    expect(await outcomeOf(opening)).toBe("key_revoked");
    expect(await outcomeOf(acceptOwnership(make.context(heir), eventId))).toBe("not_found");
    expect(await outcomeOf(joinEvent(make.context(heir), { eventId }))).toBe("done");
  });

  it("keeps a draft hidden until its owner publishes it, even after their address changes", async () => {
    await make.db.updateTable("events").set({ is_draft: true }).execute();
    await comeIn();
    const seen = () => outcomeOf(getEvent(make.context(), eventId));
    expect(await seen()).toBe("not_found");
    await post("request-password-reset", { email });
    await post("reset-password", { token: await secretOf("reset-password"), newPassword: "Another1" });
    const loggedIn = (await post("sign-in/email", { email, password: "Another1" })).headers.getSetCookie()[0] ?? "";
    await post("change-email", { newEmail: "new@example.org", password: "Another1" }, loggedIn.split(";")[0]);
    await post("confirm-email", { token: await secretOf("confirm-email") }, loggedIn.split(";")[0]);
    expect(await rowOf()).toMatchObject({ email: "new@example.org", email_verified: true });
    expect(await seen()).toBe("not_found");
    await publishEvent(make.context({ ...member, email: "new@example.org" }), eventId);
    expect(await seen()).toBe("done");
  });

  it("sends its owner a mail about what has ended and what to check", async () => {
    await takeContactAddress();
    await make.event({ organizer: member });
    await make.db.updateTable("events").set({ is_draft: true }).where("id", "!=", eventId).execute();
    await make.join({ member });
    await makeGateKey(await now(), eventId, { label: "Bea" });
    await make.mails();
    await comeIn();
    const mails = (await make.mails()).filter(({ subject }) => subject === "Your account is yours now");
    expect(mails.map(({ to }) => to)).toEqual([email]);
    const [mail] = mails;
    for (const words of [
      `Your events no longer show ${theirs}`,
      "Links that open the gate of “River clean-up” no longer work",
      "1 event that nobody else can see",
      "Your account has joined 1 event or is on its waitlist",
    ])
      expect(mail?.text).toContain(words);
    expect(mail?.links[0]).toBe(`https://goodturn.example/manage-events/${eventId}?links`);
  });
});

describe("rights created in a session that an intruder used for a minute", () => {
  beforeEach(async () => {
    await make.proven(member);
  });

  it("need a proof of identity from the last ten minutes, so the session alone is not enough", async () => {
    const held = { ...(await now()), proof: { at: new Date(Date.now() - 11 * 60_000), generation: 0 } };
    expect(await outcomeOf(askForContactAddress(held, { email: theirs }))).toBe("log_in_again");
    expect(await outcomeOf(makeGateKey(held, eventId, { label: "Bea" }))).toBe("log_in_again");
    expect(await outcomeOf(renewGateKeys(held, eventId))).toBe("log_in_again");
    expect(await outcomeOf(offerOwnership(held, eventId, { email: theirs }))).toBe("log_in_again");
  });

  it("are mailed to the owner; keys made within a few minutes share one mail", async () => {
    for (const label of ["Bea", "Cem"]) await makeGateKey(await now(), eventId, { label });
    await offerOwnership(await now(), eventId, { email: theirs });
    await askForContactAddress(await now(), { email: theirs });
    const mails = (await make.mails(new Date(Date.now() + 4 * 60_000))).filter(({ to }) => to === email);
    expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
      "A link to the gate of “River clean-up” was made",
      "mallory@example.org was chosen as your contact address",
      "“River clean-up” was offered to mallory@example.org",
    ]);
    expect(mails.find(({ subject }) => subject.startsWith("A link"))?.text).toContain("Bea, Cem");
  });

  it("end with the owner's reset, and the owner can renew the gate links at once", async () => {
    for (const label of ["Bea", "Cem"]) await makeGateKey(await now(), eventId, { label });
    await offerOwnership(await now(), eventId, { email: theirs });
    await comingIn[0]?.[1]();
    const { keys, ended } = await listGateKeys(await now(), eventId);
    expect([keys.filter(({ revokedAt }) => revokedAt === null), ended]).toEqual([[], 2]);
    const mail = (await make.mails()).find(({ subject }) => subject === "Your account was logged out everywhere");
    expect(mail?.to).toBe(email);
    expect(mail?.text).toContain(`Your offer of an event to ${theirs} was withdrawn`);
    expect(mail?.links[0]).toBe(`https://goodturn.example/manage-events/${eventId}?links`);
    expect(await renewGateKeys(await now(), eventId)).toEqual({ acknowledged: true, made: 2 });
    expect(await renewGateKeys(await now(), eventId)).toEqual({ acknowledged: true, made: 0 });
    const again = await listGateKeys(await now(), eventId);
    expect(again.keys.filter(({ revokedAt }) => revokedAt === null).map(({ label }) => label)).toEqual(["Cem", "Bea"]);
    expect(again.ended).toBe(0);
  });

  it("are refused if all access ended after the call began", async () => {
    const before = await now();
    await post("revoke-other-sessions", {}, cookie);
    expect(await outcomeOf(askForContactAddress(before, { email: theirs }))).toBe("sign_in_required");
    expect(await outcomeOf(makeGateKey(before, eventId, { label: "Bea" }))).toBe("sign_in_required");
    expect(await outcomeOf(offerOwnership(before, eventId, { email: theirs }))).toBe("sign_in_required");
    expect(await outcomeOf(makeGateKey(await now(), eventId, { label: "Bea" }))).toBe("done");
  });
});
