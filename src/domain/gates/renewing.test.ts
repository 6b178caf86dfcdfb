import { beforeEach, describe, expect, it } from "vitest";
import { newId } from "#db/schema.server.ts";
import { outcomeOf } from "#test/call.ts";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make } from "#test/make.ts";
import { askForContactAddress } from "../contact-addresses/commands.ts";
import type { Member } from "../members/shapes.ts";
import { offerOwnership } from "../ownership-transfers/commands.ts";
import { makeGateKey, renewGateKeys } from "./commands.ts";
import { listGateKeys } from "./queries.ts";
import { keysMax } from "./rules.ts";

let make: Make;
let organizer: Member;
let eventId: string;
beforeEach(async () => {
  make = makeIn(await testDatabase());
  organizer = await make.member();
  eventId = await make.event({ organizer });
});

const own = (sendsMail = false) => ({ ...make.context(organizer), links: make.links, sendsMail });
/** Inserts ended keys, with the names of their helpers and the reason for their end. */
const ended = (by: "access" | "review" | "transfer" | null, labels: string[], of = eventId) =>
  make.db
    .insertInto("gate_keys")
    .values(
      labels.map((label) => {
        const made = { id: newId(), event_id: of, label, created_by: organizer.id, created_at: new Date() };
        return { ...made, revoked_at: new Date(), ended_by: by };
      }),
    )
    .execute();
const open = async (of = eventId) => {
  const keys = make.db.selectFrom("gate_keys").select("label").where("event_id", "=", of);
  return (await keys.where("revoked_at", "is", null).orderBy("id").execute()).map(({ label }) => label);
};

describe("renewGateKeys", () => {
  it("makes a key for each one that ended with all access or a review, once, and reports them in one mail", async () => {
    await ended("access", ["Bea"]);
    await ended("review", ["Cem"]);
    await ended(null, ["Revoked"]);
    expect((await listGateKeys(own(), eventId)).ended).toBe(2);
    expect(await renewGateKeys(own(), eventId)).toEqual({ acknowledged: true, made: 2 });
    expect((await listGateKeys(own(), eventId)).ended).toBe(0);
    expect(await renewGateKeys(own(), eventId)).toEqual({ acknowledged: true, made: 0 });
    expect(await open()).toEqual(["Bea", "Cem"]);
    const mails = await make.mails(new Date(Date.now() + 4 * 60_000));
    expect(mails.map(({ to }) => to)).toEqual([organizer.email]);
    expect(mails[0]?.text).toContain("Bea, Cem");
  });

  it("makes none for keys of other events, or for keys that ended by a revocation or a transfer", async () => {
    const other = await make.event({ organizer });
    await ended(null, ["Revoked"]);
    await ended("transfer", ["Handed over"]);
    await ended("access", ["Elsewhere"], other);
    expect(await renewGateKeys(own(), eventId)).toEqual({ acknowledged: true, made: 0 });
    expect([await open(), await open(other)]).toEqual([[], []]);
    expect(await make.mails(new Date(Date.now() + 4 * 60_000))).toEqual([]);
    expect(await renewGateKeys(own(), other)).toEqual({ acknowledged: true, made: 1 });
  });

  it("makes none if all of them would exceed the limit", async () => {
    for (let number = 1; number < keysMax; number++) await makeGateKey(own(), eventId, { label: `Phone ${number}` });
    await ended("access", ["Bea", "Cem"]);
    expect(await outcomeOf(renewGateKeys(own(), eventId))).toBe("keys_full");
    expect(await open()).toHaveLength(keysMax - 1);
    await make.db.deleteFrom("gate_keys").where("label", "=", "Phone 1").execute();
    expect(await renewGateKeys(own(), eventId)).toEqual({ acknowledged: true, made: 2 });
  });
});

/** The outcome of each call that gives other people a right. */
async function giveRights(sendsMail: boolean) {
  const ctx = own(sendsMail);
  return [
    await outcomeOf(makeGateKey(ctx, eventId, { label: "Bea" })),
    await outcomeOf(renewGateKeys(ctx, eventId)),
    await outcomeOf(offerOwnership(ctx, eventId, { email: "heir@example.org" })),
    await outcomeOf(askForContactAddress(ctx, { email: "team@example.org" })),
  ];
}

describe("a call that gives other people a right", () => {
  it("needs a confirmed address if the site sends mail", async () => {
    expect(await giveRights(true)).toEqual(Array.from({ length: 4 }, () => "email_unconfirmed"));
    expect([await open(), await make.mails()]).toEqual([[], []]);
    await make.proven(organizer);
    expect(await giveRights(true)).toEqual(Array.from({ length: 4 }, () => "done"));
  });

  it("needs no confirmed address if the site cannot send mail", async () => {
    expect(await giveRights(false)).toEqual(Array.from({ length: 4 }, () => "done"));
  });
});
