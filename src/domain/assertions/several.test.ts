import { beforeEach, describe, expect, it } from "vitest";
import { assertedBy, askedOf, listOf, meanwhile, organizerIn } from "#test/assertions.ts";
import { outcomeOf } from "#test/call.ts";
import { postgresOfTests, testDatabase } from "#test/database.ts";
import { attemptsFor, makeIn, type Make } from "#test/make.ts";
import { helpedAt } from "#test/records.ts";
import { deleteAccount, planDeletion } from "../accounts/commands.ts";
import { exportAccount } from "../accounts/queries.ts";
import type { Member } from "../members/shapes.ts";
import { makeCredential } from "../records/commands.ts";
import { getRecord } from "../records/queries.ts";
import { verifyCredential } from "../records/verifying.ts";
import { answerAssertion, askForAssertion, dropOtherAssertions, withdrawAssertion } from "./commands.ts";

const day = 86_400_000;

let make: Make;
let ana: Member;
let maria: Member;
beforeEach(async () => {
  make = makeIn(await testDatabase());
  ana = await make.member({ displayName: "Ana", email: "ana@example.org" });
  await make.proven(ana);
  maria = await organizerIn(make, { displayName: "Maria Lopes", email: "maria@example.org" });
});

const ctx = (member?: Member) => ({ ...make.context(member), signer: make.signer });
const answer = (id: string, said: "asserted" | "declined" | "taken_back", member = maria, now?: Date) =>
  answerAssertion(make.context(member, now), id, { answer: said });
const entryOf = async (event: string) =>
  (await getRecord(make.context(ana))).entries.find(({ eventId }) => eventId === event);
const kindOf = async (event: string) => (await entryOf(event))?.kind;
const prove = async (events: string[]) =>
  (await makeCredential(ctx(ana), { name: "Ana A.", label: "For my school", events }))._id;
const check = async (id: string) => (await verifyCredential(ctx(), id)).status;
const statusOf = async (id: string) =>
  (await make.db.selectFrom("assertions").select("status").where("id", "=", id).executeTakeFirst())?.status;

const remove = async (member: Member) => {
  await planDeletion(make.context(member));
  await deleteAccount(make.context(undefined, new Date(Date.now() + 8 * day)), member.id);
};

describe("an account", () => {
  it("contains the member's questions and those to them in its copy", async () => {
    const { eventId } = await assertedBy(make, ana, maria);
    await askedOf(make, ana, maria);
    const { assertionsAsked, assertionsOfOthers } = await exportAccount(make.context(ana));
    expect(assertionsAsked).toMatchObject([
      { eventId, hours: 2, state: "asserted", asked: maria.email, saidBy: "Maria Lopes" },
      { state: "asked", asked: maria.email, saidBy: null },
    ]);
    expect(assertionsOfOthers).toEqual([]);
    const told = await exportAccount(make.context(maria));
    expect(told.assertionsAsked).toEqual([]);
    expect(told.assertionsOfOthers).toMatchObject([{ eventId, state: "asserted" }, { state: "asked" }]);
    // An account with an unconfirmed address may belong to anyone.
    const other = await make.member({ email: "other@example.org" });
    await make.db.updateTable("assertions").set({ email: other.email, asserted_by: null }).execute();
    expect((await exportAccount(make.context(other))).assertionsOfOthers).toEqual([]);
  });

  it("that asserted hours leaves the assertion and the name, and removes its address and unanswered questions", async () => {
    const { eventId } = await assertedBy(make, ana, maria);
    const [open, declined] = [await askedOf(make, ana, maria), await askedOf(make, ana, maria)];
    await answer(declined.id, "declined");
    const proof = await prove([eventId]);
    await remove(maria);
    expect(await entryOf(eventId)).toMatchObject({ kind: "second", saidBy: "Maria Lopes" });
    expect(await check(proof)).toBe("valid");
    expect([await statusOf(open.id), await statusOf(declined.id)]).toEqual([undefined, undefined]);
    const rows = await make.db.selectFrom("assertions").selectAll().execute();
    expect(rows).toMatchObject([{ email: null, asserted_by: null, said_name: "Maria Lopes" }]);
  });

  it("that never confirmed its address does not remove other members' questions to that address", async () => {
    const claimer = await make.member({ email: "claimed@example.org" });
    const { id } = await askedOf(make, ana, claimer);
    await remove(claimer);
    expect(await statusOf(id)).toBe("asked");
  });

  it("that asked questions removes all of them", async () => {
    await assertedBy(make, ana, maria);
    await askedOf(make, ana, maria);
    await remove(ana);
    expect(await make.db.selectFrom("assertions").select("id").execute()).toEqual([]);
    expect(await listOf(make, maria)).toEqual({ waiting: [], given: [] });
  });
});

const lockRecord = (eventId: string) =>
  make.db.selectFrom("record_events").where("event_id", "=", eventId).select("event_id").forUpdate();

describe.runIf(postgresOfTests())("two changes at once", () => {
  it("either confirm or withdraw an assertion", async () => {
    const { eventId, id } = await askedOf(make, ana, maria);
    const result = await meanwhile(
      make,
      (tx) => tx.updateTable("assertions").set({ status: "withdrawn" }).where("id", "=", id).execute(),
      () => answer(id, "asserted"),
    );
    expect(result).toMatchObject({ status: "rejected", reason: { code: "assertion_gone" } });
    expect(await kindOf(eventId)).toBe("own");

    const other = await askedOf(make, ana, maria);
    const late = await meanwhile(
      make,
      (tx) =>
        tx
          .updateTable("assertions")
          .set({ status: "asserted", asserted_by: maria.id, said_name: "Maria Lopes" })
          .where("id", "=", other.id)
          .execute(),
      () => withdrawAssertion(make.context(ana), other.eventId),
    );
    expect(late).toMatchObject({ status: "rejected", reason: { code: "assertion_gone" } });
    expect(await kindOf(other.eventId)).toBe("second");
  });

  it("never assert corrected hours", async () => {
    const { eventId, id } = await askedOf(make, ana, maria);
    const result = await meanwhile(
      make,
      async (tx) => {
        await tx.executeQuery(lockRecord(eventId));
        await tx.updateTable("asserted_hours").set({ hours: 3 }).where("event_id", "=", eventId).execute();
        await dropOtherAssertions(tx, eventId, new Date());
      },
      () => answer(id, "asserted"),
    );
    expect(result).toMatchObject({ status: "rejected", reason: { code: "assertion_gone" } });
    expect(await entryOf(eventId)).toMatchObject({ kind: "own", hours: 3 });
  });

  it("never prove withdrawn hours", async () => {
    const { eventId, id } = await assertedBy(make, ana, maria);
    const result = await meanwhile(
      make,
      async (tx) => {
        await tx.executeQuery(lockRecord(eventId));
        await tx.updateTable("assertions").set({ status: "taken_back" }).where("id", "=", id).execute();
      },
      () => prove([eventId]),
    );
    expect(result).toMatchObject({ status: "rejected", reason: { code: "invalid" } });
  });

  it("allow one of two questions", async () => {
    const eventId = await helpedAt(make, ana, [ana]);
    const asks = Array.from({ length: 6 }, (_, index) =>
      outcomeOf(askForAssertion(make.context(ana), eventId, { email: `somebody-${index % 3}@example.org` })),
    );
    const outcomes = (await Promise.all(asks)).toSorted();
    expect(outcomes.filter((one) => one === "assertion_open")).toHaveLength(4);
    const open = await make.db.selectFrom("assertions").select("status").where("event_id", "=", eventId).execute();
    expect(open).toEqual([{ status: "asked" }]);
  });
});

describe("the mail that asks an organizer", () => {
  it("is limited to a number a day for each address, from all who ask", async () => {
    const { limitAttempts } = attemptsFor(make.db, { outreach: { recipient: { most: 1, seconds: 86_400 } } });
    const ask = async (email: string) => {
      const asker = await make.member();
      await make.proven(asker);
      const eventId = await helpedAt(make, asker, [asker]);
      return outcomeOf(askForAssertion({ ...make.context(asker), limitAttempts }, eventId, { email }));
    };
    expect([await ask(maria.email), await ask(maria.email)]).toEqual(["done", "too_many_mails"]);
    expect(await ask("other@example.org")).toBe("done");
  });
});
