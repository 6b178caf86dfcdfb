import { beforeEach, describe, expect, it } from "vitest";
import { assertedBy, askedOf, listOf, organizerIn } from "#test/assertions.ts";
import { outcomeOf } from "#test/call.ts";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make } from "#test/make.ts";
import { OpenBadgeCredential } from "#test/open-badges.ts";
import { newOutcome } from "#test/outcomes.ts";
import { helpedAt } from "#test/records.ts";
import { getAccount } from "../accounts/queries.ts";
import type { Member } from "../members/shapes.ts";
import { deleteEvent, updateEvent } from "../organizing/commands.ts";
import { sayOutcome } from "../outcomes/commands.ts";
import { makeCredential } from "../records/commands.ts";
import { recordCsv } from "../records/feeds.ts";
import { takeFromRecords } from "../records/keeping.ts";
import { getRecord } from "../records/queries.ts";
import { getCredentialFile, verifyCredential } from "../records/verifying.ts";
import { answerAssertion, askForAssertion } from "./commands.ts";

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
const mailsOf = async ({ email }: Member) => (await make.mails()).filter(({ to }) => to === email);

/** Ana states again that she helped at her own event, for a number of hours. */
async function sayAgain(eventId: string, hours: number, more: object = {}) {
  const people = await make.db.selectFrom("registrations").select("id").where("event_id", "=", eventId).execute();
  const came = people.map(({ id }) => id);
  await sayOutcome(make.context(ana), eventId, newOutcome({ came, hours, ...more }));
}

describe("hours that a second organizer asserts", () => {
  it("appear under the organizer's name in record, sheet and credential, in the words of that time, and the volunteer gets a mail", async () => {
    const { eventId, id } = await askedOf(make, ana, maria);
    await make.mails();
    await answer(id, "asserted");
    await answer(id, "asserted");
    const [mail, ...others] = await mailsOf(ana);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe("Your hours at “Beach Cleanup” are confirmed");
    expect(mail?.text).toContain("Maria Lopes confirms that you worked 2 hours at “Beach Cleanup”.");
    expect(mail?.text).not.toContain(maria.email);

    await make.db.updateTable("members").set({ name: "Another name" }).where("id", "=", maria.id).execute();
    const { entries, sums } = await getRecord(make.context(ana));
    expect(entries).toMatchObject([{ kind: "second", saidBy: "Maria Lopes", isProven: true, hours: 2, asked: null }]);
    expect(sums).toMatchObject({ all: { hours: 2 }, second: { hours: 2, events: 1 }, own: { hours: 0, events: 0 } });
    expect(await recordCsv(make.context(ana))).toContain('"2","Confirmed by a second organizer","Maria Lopes"');
    expect((await listOf(make, maria)).given).toEqual([id]);
    expect(await getAccount(make.context(maria))).toMatchObject({ asserting: 1, askedToAssert: 0 });
    expect((await getAccount(make.context(ana))).asserting).toBe(0);

    const others2 = await helpedAt(make, await make.member({ displayName: "Porto Coast Friends" }), [ana], 1.25);
    const number = await prove([eventId, others2]);
    const [, payload = ""] = (await getCredentialFile(ctx(ana), number)).split(".");
    const { evidence } = JSON.parse(Buffer.from(payload, "base64url").toString()) as { evidence: object[] };
    OpenBadgeCredential.parse(JSON.parse(Buffer.from(payload, "base64url").toString()));
    expect(evidence).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ assertedBy: "Maria Lopes", assertedAs: "secondOrganizer", isAddressConfirmed: true }),
        expect.objectContaining({ assertedBy: "Porto Coast Friends", assertedAs: "organizer", amount: 38 }),
      ]),
    );
    const second = evidence.find((one) => "assertedAs" in one && one.assertedAs === "secondOrganizer");
    expect(second).not.toHaveProperty("amount");
    expect(second).toMatchObject({ description: expect.stringContaining("by Maria Lopes as a second organizer") });
    expect((await verifyCredential(ctx(), number)).shown?.entries).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ saidBy: "Maria Lopes", isSecond: true, hours: 2, amount: null }),
        expect.objectContaining({ saidBy: "Porto Coast Friends", isSecond: false, hours: 1.25, amount: 38 }),
      ]),
    );
  });

  it("stay self-reported for good once declined; another organizer can be asked", async () => {
    const { eventId, id } = await askedOf(make, ana, maria);
    await make.mails();
    await answer(id, "declined");
    await answer(id, "declined");
    expect((await mailsOf(ana)).map(({ subject }) => subject)).toEqual([
      "Your hours at “Beach Cleanup” stay self\u2011reported",
    ]);
    expect(await entryOf(eventId)).toMatchObject({ kind: "own", asked: { email: maria.email, state: "declined" } });
    await expect(prove([eventId])).rejects.toMatchObject({ fields: [{ rule: "rule.chosen.asserted" }] });
    for (const said of ["asserted", "taken_back"] as const)
      expect(await outcomeOf(answer(id, said))).toBe("assertion_gone");
    const again = (email: string) => askForAssertion(make.context(ana), eventId, { email });
    await expect(again(maria.email)).rejects.toMatchObject({ fields: [{ rule: "rule.asserter.answered" }] });
    await again("other@example.org");
    expect((await entryOf(eventId))?.asked).toMatchObject({ email: "other@example.org", state: "asked" });
  });

  it("become self-reported again when withdrawn, until a year after the event, which ends their proofs", async () => {
    const { eventId, id } = await assertedBy(make, ana, maria);
    const other = await assertedBy(make, ana, maria);
    const bea = await make.member({ displayName: "Bea" });
    const beas = await assertedBy(make, bea, maria);
    const [one, two] = [await prove([eventId, other.eventId]), await prove([other.eventId])];
    const input = { name: "Bea", label: "", events: [beas.eventId] };
    const three = (await makeCredential(ctx(bea), input))._id;
    await make.mails();
    const end = Date.now() - day;
    await make.db
      .updateTable("record_events")
      .set({ event_end: new Date(end) })
      .where("event_id", "=", eventId)
      .execute();
    const last = end + 365 * day;
    expect(await outcomeOf(answer(id, "taken_back", maria, new Date(last + 1)))).toBe("assertion_late");
    expect(await kindOf(eventId)).toBe("second");
    await answer(id, "taken_back", maria, new Date(last));
    await answer(id, "taken_back", maria, new Date(last + 1));
    expect([await check(one), await check(two), await check(three)]).toEqual(["revoked", "valid", "valid"]);
    expect(await entryOf(eventId)).toMatchObject({ kind: "own", saidBy: "Ana", asked: { state: "taken_back" } });
    const mails = (await make.mails(new Date(last))).filter(({ to }) => to === ana.email);
    expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
      "A proof of your hours no longer counts",
      "Your hours at “Beach Cleanup” are self\u2011reported again",
    ]);
    const proof = mails.find(({ subject }) => subject.startsWith("A proof"));
    expect(proof?.text).toContain("no longer does. Your proof “For my school” included these hours");
    const { credentials } = await getRecord(make.context(ana));
    expect(credentials.map(({ revokedBy }) => revokedBy)).toEqual([null, "asserter"]);
    expect((await listOf(make, maria)).given.toSorted()).toEqual([other.id, beas.id].toSorted());
    expect(await outcomeOf(answer(id, "asserted"))).toBe("assertion_gone");
    const again = askForAssertion(make.context(ana), eventId, { email: maria.email });
    await expect(again).rejects.toMatchObject({ fields: [{ rule: "rule.asserter.answered" }] });
  });

  it("keep the proofs of other people at the same event when one person's are withdrawn", async () => {
    const bea = await make.member({ displayName: "Bea" });
    const eventId = await helpedAt(make, ana, [ana, bea]);
    await askForAssertion(make.context(ana), eventId, { email: maria.email });
    const { id } = await make.db.selectFrom("assertions").select("id").executeTakeFirstOrThrow();
    await answer(id, "asserted");
    const mine = await prove([eventId]);
    const beas = (await makeCredential(ctx(bea), { name: "Bea", label: "", events: [eventId] }))._id;
    await answer(id, "taken_back");
    expect([await check(mine), await check(beas)]).toEqual(["revoked", "valid"]);
    expect(await getAccount(make.context(maria))).toMatchObject({ asserting: 0, askedToAssert: 0 });
  });

  it("are mailed with the values at the time of sending", async () => {
    const { id } = await askedOf(make, ana, maria);
    await make.mails();
    await answer(id, "asserted");
    await answer(id, "taken_back");
    expect((await mailsOf(ana)).map(({ subject }) => subject)).toEqual([
      "Your hours at “Beach Cleanup” are self\u2011reported again",
    ]);
  });

  it("are the ones in the question, even if an older version writes others meanwhile, or another organizer states them", async () => {
    const { eventId } = await assertedBy(make, ana, maria);
    await make.db.updateTable("asserted_hours").set({ hours: 3 }).where("event_id", "=", eventId).execute();
    expect(await entryOf(eventId)).toMatchObject({ kind: "own", hours: 3 });
    const other = await askedOf(make, ana, maria);
    const heir = await make.member();
    await make.db
      .updateTable("record_events")
      .set({ said_by: heir.id })
      .where("event_id", "=", other.eventId)
      .execute();
    expect(await outcomeOf(answer(other.id, "asserted"))).toBe("assertion_gone");
  });

  it("can be asserted until a year after the event", async () => {
    const { eventId, id } = await askedOf(make, ana, maria);
    const now = Date.now();
    const ended = (at: number) =>
      make.db
        .updateTable("record_events")
        .set({ event_end: new Date(at) })
        .where("event_id", "=", eventId)
        .execute();
    await ended(now - 365 * day - 1);
    expect(await outcomeOf(answer(id, "asserted", maria, new Date(now)))).toBe("assertion_late");
    await ended(now - 365 * day);
    await answer(id, "asserted", maria, new Date(now));
    expect(await kindOf(eventId)).toBe("second");
    const other = await askedOf(make, ana, maria);
    await make.db
      .updateTable("record_events")
      .set({ event_end: new Date(now - 366 * day) })
      .execute();
    expect(await outcomeOf(answer(other.id, "declined", maria, new Date(now)))).toBe("done");
  });

  it("become self-reported again, and proofs end, when a different statement is made; an equal statement keeps them", async () => {
    const changes: [string, (eventId: string) => Promise<unknown>][] = [
      ["hours", (eventId) => sayAgain(eventId, 3)],
      ["gone", (eventId) => sayAgain(eventId, 2, { came: [] })],
      [
        "title",
        async (eventId) => {
          await updateEvent(make.context(ana), eventId, { title: "Night shift", email: ana.email, tell: false });
          await sayAgain(eventId, 2);
        },
      ],
      [
        "date",
        async (eventId) => {
          const event_date = new Date(Date.now() - 3 * day);
          await make.db.updateTable("events").set({ event_date }).where("id", "=", eventId).execute();
          await sayAgain(eventId, 2);
        },
      ],
    ];
    for (const [what, change] of changes) {
      const [asserted, asked] = [await assertedBy(make, ana, maria), await askedOf(make, ana, maria)];
      const other = await assertedBy(make, ana, maria);
      const [one, two] = [await prove([asserted.eventId]), await prove([other.eventId])];
      for (const { eventId } of [asserted, asked]) await sayAgain(eventId, 2, { amount: 12, words: "Windy." });
      expect(await kindOf(asserted.eventId), what).toBe("second");
      expect([await statusOf(asked.id), await check(one)], what).toEqual(["asked", "valid"]);
      for (const { eventId } of [asserted, asked]) await change(eventId);
      expect(await kindOf(asserted.eventId), what).toBe(what === "gone" ? undefined : "own");
      expect((await entryOf(asserted.eventId))?.asked ?? null, what).toBe(null);
      expect([await statusOf(asserted.id), await statusOf(asked.id)], what).toEqual(["dropped", "dropped"]);
      expect(await outcomeOf(answer(asked.id, "asserted")), what).toBe("assertion_gone");
      expect(await outcomeOf(answer(asserted.id, "taken_back")), what).toBe("assertion_gone");
      expect([await check(one), await check(two)], what).toEqual(["revoked", "valid"]);
      // The daily limit on questions counts these rows.
      await make.db.deleteFrom("assertions").execute();
    }
  });

  it("can be asked about again after a correction, with a new mail", async () => {
    const { eventId, id } = await assertedBy(make, ana, maria);
    await sayAgain(eventId, 3);
    await make.mails();
    await askForAssertion(make.context(ana), eventId, { email: maria.email });
    expect((await mailsOf(maria))[0]?.text).toContain("Hours: 3 hours");
    expect((await entryOf(eventId))?.kind).toBe("own");
    // The question counts as new, so it cannot go to a person whom either has blocked meanwhile.
    const block = { blocker_id: ana.id, blocked_id: maria.id, blocked_at: new Date() };
    await make.db.insertInto("blocks").values(block).execute();
    expect(await outcomeOf(answer(id, "asserted"))).toBe("not_found");
    await make.db.deleteFrom("blocks").execute();
    await answer(id, "asserted");
    expect(await entryOf(eventId)).toMatchObject({ kind: "second", hours: 3 });
  });

  it("count as the new organizer's once they state hours for an event that they took over", async () => {
    const { eventId } = await assertedBy(make, ana, maria);
    const proof = await prove([eventId]);
    const heir = await make.member({ displayName: "Zoë" });
    await make.db.updateTable("events").set({ organizer_id: heir.id }).where("id", "=", eventId).execute();
    expect(await kindOf(eventId)).toBe("second");
    const people = await make.db.selectFrom("registrations").select("id").where("event_id", "=", eventId).execute();
    const came = people.map((one) => one.id);
    await sayOutcome(make.context(heir), eventId, newOutcome({ came, hours: 2 }));
    expect(await entryOf(eventId)).toMatchObject({ kind: "asserted", saidBy: "Zoë" });
    expect(await check(proof)).toBe("revoked");
  });

  it("stay when the event is deleted, and go when a host removes it", async () => {
    const { eventId, id } = await assertedBy(make, ana, maria);
    await deleteEvent(make.context(ana), eventId, { email: ana.email });
    expect(await entryOf(eventId)).toMatchObject({ kind: "second", isThere: false });
    const proof = await prove([eventId]);
    await make.db.transaction().execute((tx) => takeFromRecords(tx, eventId, new Date()));
    expect([await statusOf(id), await check(proof)]).toEqual([undefined, "revoked"]);
  });
});
