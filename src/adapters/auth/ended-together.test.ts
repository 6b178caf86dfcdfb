import { beforeEach, describe, expect, it } from "vitest";
import {
  type AccessKind,
  accessKinds,
  type EventEnding,
  isEnded,
  type MemberEnding,
  memberEndings,
} from "#domain/access/kinds.ts";
import { lockEvent } from "#domain/events/locking.ts";
import { hostedBy } from "#domain/hosting/access.ts";
import type { Member } from "#domain/members/shapes.ts";
import { acceptOwnership } from "#domain/ownership-transfers/commands.ts";
import { hideEvent } from "#domain/reviews/hiding.ts";
import { suspendMember } from "#domain/suspensions/commands.ts";
import { leaveEverything, leaveRights } from "#test/access.ts";
import { testDatabase } from "#test/database.ts";
import { asHost } from "#test/host.ts";
import { byMailIn } from "#test/mailed.ts";
import { makeIn, type Make } from "#test/make.ts";
import { endAccess } from "./access.ts";
import { endForLinking } from "./linking.ts";

const email = "nora@example.org";
const kinds = Object.keys(accessKinds) as AccessKind[];

let make: Make;
let owner: { member: Member; cookie: string };
let eventId: string;
let left: Awaited<ReturnType<typeof leaveEverything>>;
beforeEach(async () => {
  make = makeIn(await testDatabase());
  owner = await make.signedIn({ email });
  await make.mails();
  eventId = await make.event({ organizer: owner.member });
  left = await leaveEverything(make, owner.member, eventId);
});

/** The kinds that an ending keeps, by the list. */
const staying = (ending: MemberEnding | EventEnding) =>
  Object.fromEntries(kinds.map((kind) => [kind, !isEnded(kind, ending)]));

const verified = (email_verified: boolean) => make.db.updateTable("members").set({ email_verified }).execute();
const post = (call: string, body: object, cookie = "") =>
  make.authCall("POST", call, { body, ...(cookie && { cookie }) });
const secretOf = async (path: string) => {
  const links = (await make.mails()).flatMap((mail) => mail.links);
  return links.find((link) => link.includes(path))?.split("#")[1] ?? "";
};
async function reset() {
  await post("request-password-reset", { email });
  await post("reset-password", { token: await secretOf("reset-password"), newPassword: "Another1" });
}
const linking = (isProven: boolean) => async () => {
  await verified(true);
  if (isProven) await make.db.executeQuery({ sql: "update accounts set proven = true", parameters: [] } as never);
  await make.db
    .transaction()
    .execute((tx) => endForLinking(tx, { memberId: owner.member.id, way: "google", now: new Date() }));
};

/** Each way in which all access ends, with the call that causes it, and its name in the list. */
const doors: [string, () => Promise<unknown>, MemberEnding][] = [
  ["a new password by a mailed link", async () => (await verified(true), reset()), "reset"],
  ["the same, with an unconfirmed address", reset, "taken_over"],
  [
    "a mailed code, with an unconfirmed address",
    async () => {
      const { ask, mailed } = byMailIn(make);
      const { claim } = await ask("ask", { email });
      await ask("code", { claim, code: (await mailed(email)).code });
    },
    "taken_over",
  ],
  ["logging out everywhere", () => post("revoke-other-sessions", {}, owner.cookie), "everywhere"],
  [
    "a changed password",
    () => post("change-password", { currentPassword: "Gannet", newPassword: "Another1" }, owner.cookie),
    "password_changed",
  ],
  [
    "a changed address",
    async () => {
      await verified(true);
      await post("change-email", { newEmail: "new@example.org", password: "Gannet" }, owner.cookie);
      await post("confirm-email", { token: await secretOf("confirm-email") }, owner.cookie);
    },
    "address_changed",
  ],
  ["the first time with Google", linking(true), "linked"],
  ["the same, with an unproved password", linking(false), "linked_unproven"],
  [
    "a suspension",
    async () => {
      const host = await make.member({ email: "host@example.org" });
      const ctx = { ...hostedBy(asHost(make, host)), endAccess: make.auth.endAccess };
      await suspendMember(ctx, owner.member.id, { reason: "Fraud." });
    },
    "suspended",
  ],
];

describe.each(doors)("%s", (_, end, ending) => {
  it("ends exactly the kinds that the list assigns to it", async () => {
    expect(Object.values(await left())).not.toContain(false);
    await end();
    expect(await left()).toEqual(staying(ending));
  });
});

describe("every ending", () => {
  it.each(Object.keys(memberEndings) as MemberEnding[])("follows the list: %s", async (by) => {
    const others = await make.signedIn();
    const othersEvent = await make.event({ organizer: others.member });
    await leaveRights(make, others.member, othersEvent);
    await make.db.transaction().execute((tx) => endAccess(tx, owner.member.id, { by, now: new Date() }));
    expect(await left()).toEqual(staying(by));
    // Other members lose nothing.
    const rights = await make.db.selectFrom("ownership_transfers").select("event_id").execute();
    expect(rights.map(({ event_id }) => event_id)).toContain(othersEvent);
    const keys = await make.db.selectFrom("gate_keys").select("event_id").where("revoked_at", "is", null).execute();
    expect(keys.map(({ event_id }) => event_id)).toContain(othersEvent);
  });
});

describe("the rights at an event", () => {
  it("end with a review and with a transfer, as listed, but the rights at other events stay", async () => {
    const heir = await make.member({ email: "heir@example.org" });
    await make.proven(heir);
    const events: [EventEnding, (id: string) => Promise<unknown>][] = [
      [
        "review",
        (id) => make.db.transaction().execute(async (tx) => hideEvent(tx, await lockEvent(tx, id), new Date())),
      ],
      ["transfer", (id) => acceptOwnership(make.context(heir), id)],
    ];
    for (const [ending, end] of events) {
      const id = await make.event({ organizer: owner.member });
      await leaveRights(make, owner.member, id);
      await end(id);
      const offers = await make.db.selectFrom("ownership_transfers").where("event_id", "=", id).selectAll().execute();
      const keys = await make.db.selectFrom("gate_keys").where("event_id", "=", id).selectAll().execute();
      expect([ending, offers.length === 0]).toEqual([ending, isEnded("ownership_transfers", ending)]);
      expect(keys).toMatchObject([{ revoked_at: expect.any(Date), ended_by: ending }]);
      expect(isEnded("gate_keys", ending)).toBe(true);
    }
    expect(await left()).toMatchObject({ gate_keys: true, ownership_transfers: true });
  });
});
