import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { purgeExpired } from "#adapters/jobs/purge.ts";
import { assertedBy, askedOf, listOf, organizerIn } from "#test/assertions.ts";
import { outcomeOf } from "#test/call.ts";
import { testDatabase } from "#test/database.ts";
import { attemptsFor, makeIn, type Make, tomorrow } from "#test/make.ts";
import { overEvent } from "#test/outcomes.ts";
import { helpedAt } from "#test/records.ts";
import { getAccount } from "../accounts/queries.ts";
import { blockMember } from "../blocks/commands.ts";
import type { Member } from "../members/shapes.ts";
import { getRecord } from "../records/queries.ts";
import { answerAssertion, askForAssertion, withdrawAssertion } from "./commands.ts";
import { asksPerDay } from "./rules.ts";
import { AssertionInput } from "./shapes.ts";

const day = 86_400_000;
const later = (days: number, milliseconds = 0) => new Date(start + days * day + milliseconds);

let start: number;
let make: Make;
let ana: Member;
let maria: Member;
let event: string;
beforeEach(async () => {
  make = makeIn(await testDatabase());
  start = Date.now();
  ana = await make.member({ displayName: "Ana", email: "ana@example.org" });
  await make.proven(ana);
  maria = await organizerIn(make, { displayName: "Maria Lopes", email: "maria@example.org" });
  event = await helpedAt(make, ana, [ana]);
});

const ask = (email = maria.email, eventId = event, now?: Date) =>
  askForAssertion(make.context(ana, now), eventId, { email });
const withdraw = (member = ana) => withdrawAssertion(make.context(member), event);
const answer = (id: string, said: "asserted" | "declined" | "taken_back", member = maria, now?: Date) =>
  answerAssertion(make.context(member, now), id, { answer: said });
const waiting = async (member = maria, now?: Date) => (await listOf(make, member, now)).waiting;
const entry = async (now?: Date) => {
  const { entries } = await getRecord(make.context(ana, now));
  return entries.find(({ eventId }) => eventId === event);
};
const mailsOf = async ({ email }: Member) => (await make.mails()).filter(({ to }) => to === email);

describe("askForAssertion", () => {
  it("mails an organizer the name, the hours and the meaning of confirming them", async () => {
    await make.mails();
    await ask(AssertionInput.parse({ email: " Maria@Example.org" }).email);
    const [mail, ...others] = await make.mails();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      to: maria.email,
      subject: "Ana asks you to confirm their hours at “Beach Cleanup”",
      links: [`https://goodturn.example/view-event/${event}`, "https://goodturn.example/account/asserting"],
    });
    expect(mail?.text).toMatch(
      /^Beach Cleanup\n\w{3}, .*\d{4}\nhttps:\S+\n\nWere these hours worked\?\n[^]*\nHours: 2 hours/,
    );
    expect(mail?.text).toContain(
      "you say that you know these hours were worked. Ana’s record and proofs then show your name",
    );
    expect(mail?.text).not.toContain(ana.email);
    expect(mail?.replyTo ?? null).toBe(null);
    expect(await entry()).toMatchObject({ kind: "own", asked: { email: maria.email, state: "asked" } });
    expect(await waiting()).toHaveLength(1);
    expect(await getAccount(make.context(maria))).toMatchObject({ asserting: 1, askedToAssert: 1 });
  });

  it("returns the same for an unknown address, and sends no mail", async () => {
    await make.mails();
    const known = await ask();
    await make.mails();
    await withdraw();
    expect(await ask("nobody@example.org")).toEqual(known);
    expect(await make.mails()).toEqual([]);
    expect(await entry()).toMatchObject({ asked: { email: "nobody@example.org", state: "asked" } });
  });

  it("reaches only members with a confirmed address who organized another event that took place", async () => {
    const update = (member: Member, values: object) =>
      make.db.updateTable("members").set(values).where("id", "=", member.id).execute();
    const events = (member: Member, values: object) =>
      make.db.updateTable("events").set(values).where("organizer_id", "=", member.id).execute();
    const changes: ((member: Member) => Promise<unknown>)[] = [
      (member) => update(member, { email_verified: false }),
      (member) => update(member, { suspended_at: new Date() }),
      (member) => events(member, { event_date: tomorrow(), event_end: new Date(start + 2 * day) }),
      (member) => events(member, { event_end: new Date(start + 60_000) }),
      (member) => events(member, { cancelled_at: new Date() }),
      (member) => events(member, { is_draft: true }),
      (member) => events(member, { organizer_id: ana.id }),
      (member) => blockMember(make.context(member), ana.id),
      (member) => blockMember(make.context(ana), member.id),
      () => make.db.updateTable("events").set({ review: "hidden" }).where("id", "=", event).execute(),
    ];
    const fine = await organizerIn(make);
    for (const [index, change] of [async () => {}, ...changes].entries()) {
      const member = index === 0 ? fine : await organizerIn(make);
      // They share an event, so that each may block the other.
      const shared = await make.event({ organizer: ana });
      await make.join({ eventId: shared, member });
      await make.mails();
      await ask(member.email);
      const { id } = await make.db
        .selectFrom("assertions")
        .select("id")
        .where("email", "=", member.email)
        .executeTakeFirstOrThrow();
      await change(member);
      const isReached = index === 0;
      expect((await mailsOf(member)).length, String(change)).toBe(isReached ? 1 : 0);
      expect((await waiting(member)).length, String(change)).toBe(isReached ? 1 : 0);
      expect(await outcomeOf(answer(id, "declined", member)), String(change)).toBe(
        isReached ? "done" : index === 1 ? "email_unconfirmed" : "not_found",
      );
      await make.db.deleteFrom("assertions").execute();
    }
  });

  it("does not count the same event as another one: taking it over does not allow asserting its hours", async () => {
    const heir = await make.member();
    await make.proven(heir);
    await ask(heir.email);
    await make.db.updateTable("events").set({ organizer_id: heir.id }).where("id", "=", event).execute();
    expect(await waiting(heir)).toEqual([]);
    await overEvent(make, heir);
    expect(await waiting(heir)).toHaveLength(1);
  });

  it("covers only self-reported hours, from the event's end until a year after it", async () => {
    const others = await helpedAt(make, maria, [ana]);
    expect(await outcomeOf(ask(maria.email, others))).toBe("assertion_needless");
    const theirs = await helpedAt(make, maria, [maria]);
    for (const id of [theirs, "nowhere", maria.id]) expect(await outcomeOf(ask(maria.email, id)), id).toBe("not_found");
    const ended = (at: number) =>
      make.db
        .updateTable("record_events")
        .set({ event_end: new Date(at) })
        .where("event_id", "=", event)
        .execute();
    const now = later(0);
    await ended(start + 1);
    expect(await outcomeOf(ask(maria.email, event, now))).toBe("event_not_over");
    await ended(start - 365 * day - 1);
    expect(await outcomeOf(ask(maria.email, event, now))).toBe("assertion_late");
    await ended(start - 365 * day);
    await make.db.updateTable("events").set({ review: "hidden" }).where("id", "=", event).execute();
    expect(await outcomeOf(ask(maria.email, event, now))).toBe("under_review");
    await make.db.updateTable("events").set({ review: null }).where("id", "=", event).execute();
    expect(await outcomeOf(ask(maria.email, event, now))).toBe("done");
  });

  it("rejects the member's own address, and a second person while one has not answered; repeating it changes nothing", async () => {
    await expect(ask(ana.email)).rejects.toMatchObject({ fields: [{ path: "email", rule: "rule.email.own" }] });
    await make.mails();
    await ask();
    expect(await outcomeOf(ask("other@example.org"))).toBe("assertion_open");
    const { limitAttempts } = attemptsFor(make.db, { outreach: { address: null, account: { most: 0, seconds: 60 } } });
    const again = askForAssertion({ ...make.context(ana), limitAttempts }, event, { email: maria.email });
    expect(await outcomeOf(again)).toBe("done");
    expect(await mailsOf(maria)).toHaveLength(1);
    expect(await waiting()).toHaveLength(1);
    await withdraw();
    const other = askForAssertion({ ...make.context(ana), limitAttempts }, event, { email: maria.email });
    expect(await outcomeOf(other)).toBe("too_many_mails");
  });

  it("needs a confirmed address if the site sends mail", async () => {
    const mailing = (member: Member) => ({ ...make.context(member), sendsMail: true });
    await make.db.updateTable("members").set({ email_verified: false }).where("id", "=", ana.id).execute();
    const asking = () => outcomeOf(askForAssertion(mailing(ana), event, { email: maria.email }));
    expect(await asking()).toBe("email_unconfirmed");
    await make.proven(ana);
    expect(await asking()).toBe("done");
  });

  it(`allows ${asksPerDay} questions a day`, async () => {
    const now = later(0);
    for (let count = 0; count < asksPerDay; count++) {
      await ask(`somebody-${count}@example.org`, event, now);
      await withdraw();
    }
    await expect(ask(maria.email, event, later(0, 60_000))).rejects.toMatchObject({
      code: "too_many_mails",
      retryAfter: 86_340,
    });
    expect(await outcomeOf(ask(maria.email, event, later(1, -1)))).toBe("too_many_mails");
    expect(await outcomeOf(ask(maria.email, event, later(1)))).toBe("done");
  });

  it("expires after 30 days; then the member can ask again, also the same person", async () => {
    await make.mails();
    const now = later(0);
    await ask(maria.email, event, now);
    const [id = ""] = await waiting();
    expect(await waiting(maria, later(30, -1))).toEqual([id]);
    expect((await entry(later(30, -1)))?.asked).toMatchObject({ state: "asked" });
    expect(await waiting(maria, later(30))).toEqual([]);
    // A mail delayed by that long is not sent.
    expect((await make.mails(later(30))).filter(({ to }) => to === maria.email)).toEqual([]);
    expect((await entry(later(30)))?.asked).toBe(null);
    expect(await outcomeOf(answer(id, "asserted", maria, later(30)))).toBe("assertion_gone");
    expect(await outcomeOf(ask("other@example.org", event, later(30, -1)))).toBe("assertion_open");
    await ask(maria.email, event, later(30));
    expect(await waiting(maria, later(30))).toHaveLength(1);
    expect((await make.mails(later(30))).filter(({ to }) => to === maria.email)).toHaveLength(1);
  });
});

describe("withdrawAssertion", () => {
  it("ends the question; asking the same again sends no second mail", async () => {
    await make.mails();
    expect(await outcomeOf(withdraw())).toBe("not_found");
    await ask();
    const [id = ""] = await waiting();
    // Withdrawn before its mail goes out, it sends none.
    await withdraw();
    await withdraw();
    expect(await mailsOf(maria)).toEqual([]);
    expect(await waiting()).toEqual([]);
    expect(await outcomeOf(answer(id, "asserted"))).toBe("assertion_gone");
    expect((await entry())?.asked).toBe(null);
    await ask();
    expect(await mailsOf(maria)).toHaveLength(1);
    await withdraw();
    await ask();
    expect(await waiting()).toEqual([id]);
    expect(await mailsOf(maria)).toEqual([]);
  });

  it("works only for the member who asked, and not after an answer", async () => {
    await ask();
    expect(await outcomeOf(withdraw(maria))).toBe("not_found");
    const [id = ""] = await waiting();
    await answer(id, "asserted");
    expect(await outcomeOf(withdraw())).toBe("assertion_gone");
    expect((await entry())?.kind).toBe("second");
  });
});

const ago = (days: number) => sql<Date>`now() - ${days} * interval '1 day'`;

describe("a question to another organizer", () => {
  it("is visible to that organizer only, and only they can answer it", async () => {
    const { id } = await askedOf(make, ana, maria);
    const stranger = await organizerIn(make);
    for (const member of [stranger, ana]) {
      expect(await listOf(make, member)).toEqual({ waiting: [], given: [] });
      expect(await outcomeOf(answer(id, "asserted", member))).toBe("not_found");
    }
    await answer(id, "asserted");
    expect(await outcomeOf(answer(id, "taken_back", stranger))).toBe("not_found");
    for (const no of ["nowhere", event]) expect(await outcomeOf(answer(no, "asserted"))).toBe("not_found");
  });

  it("is deleted after 30 days, unless asserted", async () => {
    const { id: kept } = await assertedBy(make, ana, maria);
    const { id: gone } = await askedOf(make, ana, maria);
    const { id: fresh } = await askedOf(make, ana, maria);
    await answer(gone, "declined");
    await make.db
      .updateTable("assertions")
      .set({ changed_at: ago(31) })
      .where("id", "<>", fresh)
      .execute();
    await make.db
      .updateTable("assertions")
      .set({ changed_at: ago(29) })
      .where("id", "=", fresh)
      .execute();
    await purgeExpired(make.db);
    const left = await make.db.selectFrom("assertions").select("id").execute();
    expect(left.map(({ id }) => id).toSorted()).toEqual([kept, fresh].toSorted());
  });
});
