import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { say } from "#messages/say.ts";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make } from "#test/make.ts";
import { morningZone } from "#test/morning-zone.ts";
import type { ReadMail } from "#test/read-mail.ts";
import { registrationsIn } from "#test/registrations.ts";
import { getEvent } from "../events/queries.ts";
import { isFull, spotsOf } from "../events/rules.ts";
import type { Member } from "../members/shapes.ts";
import { enqueue, type Task } from "../outbox.ts";
import { cancelEvent, updateEvent } from "../organizing/commands.ts";
import { acceptOffer, joinEvent, leaveEvent, reconcileCounts } from "./commands.ts";
import { getOwnRegistration } from "./queries.ts";

const hour = 3_600_000;
const title = "Beach Cleanup";

let make: Make;
let me: Member;
let organizer: Member;
let eventId: string;
beforeEach(async () => {
  make = makeIn(await testDatabase());
  organizer = await make.member();
  const eventDate = new Date(Date.now() + 240 * hour);
  eventId = await make.event({ organizer, maxParticipant: "1", eventDate, timeZone: morningZone() });
  me = await make.member();
});

const later = (hours = 12.5) => new Date(Date.now() + hours * hour);
const mine = (now = later()) => getOwnRegistration(make.context(me, now), eventId);
const counts = () => make.db.selectFrom("events").select(["taken", "waitlisted", "held", "passed"]).execute();
/** The sentences in the mail about a missed offer that tell what comes next. */
const wordsOf = (mail: ReadMail | undefined) =>
  Object.entries({
    free: "The first to press gets",
    turn: say("mail.registration.hears.turn"),
    eve: say("mail.registration.hears.eve"),
    ended: say("mail.registration.offer_expired.ended"),
    gone: say("mail.registration.offer_expired.gone"),
    over: say("mail.registration.offer_expired.over"),
  }).flatMap(([name, words]) => (mail?.text.includes(words) ? name : []));

/** Offers the only spot to me, with `others` behind me on the waitlist. */
async function offerToMe({ others = 0, guests = [] as { name: string; under18: boolean }[] } = {}) {
  const [first, ...behind] = await make.members(1 + others);
  for (const member of [first!, me]) await joinEvent(make.context(member), { eventId });
  for (const member of behind) await joinEvent(make.context(member), { eventId, guests });
  await leaveEvent(make.context(first), eventId);
  await make.mails();
  return behind;
}

describe("an offer missed by the last party on the waitlist", () => {
  it("keeps the member on the waitlist, tells them, and lets them take the spot while it is free", async () => {
    await offerToMe();
    const [mail, ...others] = await make.mails(later());
    expect(others).toEqual([]);
    expect([mail?.to, mail?.subject]).toEqual([me.email, `No longer held for you: ${title}`]);
    expect(wordsOf(mail)).toEqual(["free"]);
    expect(mail?.text).toContain("You are on the waitlist again, as number 1.\n");
    expect(mail?.text).toContain("Take the spot:\n");
    expect(mail?.calendar).toMatchObject({ method: "PUBLISH" });
    expect(await counts()).toEqual([{ taken: 0, waitlisted: 1, held: 0, passed: 1 }]);
    expect(await mine()).toMatchObject({ state: "waiting", position: 1, offer: { spots: 1, until: null } });
    // Days later nothing has changed.
    expect(await make.mails(later(100))).toEqual([]);
    expect(await acceptOffer(make.context(me, later(101)), eventId)).toMatchObject({ state: "joined" });
    expect(await counts()).toEqual([{ taken: 1, waitlisted: 0, held: 0, passed: 0 }]);
  });

  it("leaves the spot open to others, and puts the member first again once it is taken", async () => {
    await offerToMe();
    await make.mails(later());
    expect(isFull(spotsOf(await getEvent(make.context(), eventId)))).toBe(false);
    const [newcomer, next] = (await make.members(2)) as [Member, Member];
    expect(await joinEvent(make.context(newcomer, later()), { eventId })).toMatchObject({ state: "joined" });
    expect(await counts()).toEqual([{ taken: 1, waitlisted: 1, held: 0, passed: 0 }]);
    await expect(acceptOffer(make.context(me, later()), eventId)).rejects.toMatchObject({ code: "no_offer" });
    expect(await joinEvent(make.context(next, later()), { eventId })).toMatchObject({ position: 2 });
    await make.mails(later());
    // The next free spot is offered to them by another mail, and not to people who came later.
    await leaveEvent(make.context(newcomer, later(13)), eventId);
    const offered = (await make.mails(later(13))).filter(({ subject }) => subject === `A spot for you: ${title}`);
    expect(offered.map(({ to }) => to)).toEqual([me.email]);
    // Now a member waits behind them: this time the spot goes on, and they wait behind.
    const told = await make.mails(later(26));
    expect(new Map(told.map(({ to, subject }) => [to, subject]))).toEqual(
      new Map([
        [me.email, `No longer held for you: ${title}`],
        [next.email, `A spot for you: ${title}`],
      ]),
    );
    const mail = told.find(({ to }) => to === me.email);
    expect(wordsOf(mail)).toEqual(["turn"]);
    expect(mail?.text).toContain("You are on the waitlist again, as number 2.\n");
    expect(await mine(later(26))).toMatchObject({ state: "waiting", position: 2, offer: null });
  });

  it("has the same result for several offers at once, also after recounting", async () => {
    await offerToMe({ others: 1 });
    await updateEvent(make.context(organizer), eventId, { maxParticipant: "2" });
    const told = await make.mails(later());
    expect(told.flatMap(wordsOf)).toEqual(["free", "free"]);
    expect(await counts()).toEqual([{ taken: 0, waitlisted: 2, held: 0, passed: 2 }]);
    await reconcileCounts(make.context(me, later()), eventId);
    await joinEvent(make.context(await make.member(), later()), { eventId });
    await reconcileCounts(make.context(me, later()), eventId);
    expect(await counts()).toEqual([{ taken: 1, waitlisted: 2, held: 0, passed: 2 }]);
    await joinEvent(make.context(await make.member(), later()), { eventId });
    await reconcileCounts(make.context(me, later()), eventId);
    expect(await counts()).toEqual([{ taken: 2, waitlisted: 2, held: 0, passed: 0 }]);
  });

  it("keeps several members in their order, even if the database finds their rows in another", async () => {
    const waiting = await make.members(6);
    await joinEvent(make.context(me), { eventId });
    // From now on the planner assumes a table of one row: it may evaluate the list again for each row, in the order of
    // the last changes.
    await sql`analyze registrations`.execute(make.db);
    for (const member of waiting) await joinEvent(make.context(member), { eventId });
    await updateEvent(make.context(organizer), eventId, { maxParticipant: "7" });
    await make.mails();
    const first = make.db.updateTable("registrations").where("member_id", "=", waiting[0]!.id);
    await first.set({ phone: "0113 496 0000" }).execute();
    await make.mails(later());
    const [, ...list] = await registrationsIn(make).rows(eventId);
    expect(list.map(({ member_id }) => member_id)).toEqual(waiting.map(({ id }) => id));
    expect(await counts()).toEqual([{ taken: 1, waitlisted: 6, held: 0, passed: 6 }]);
  });

  it("is mailed with the state at that time, unless another mail reports it", async () => {
    const expiring = async () => {
      await make.db.deleteFrom("registrations").execute();
      await make.db.deleteFrom("outbox").execute();
      await make.db.updateTable("events").set({ taken: 0, waitlisted: 0, passed: 0, passed_seq: 0 }).execute();
      await offerToMe();
      // Another change makes the offer expire; the mail waits.
      await updateEvent(make.context(organizer, later()), eventId, { holdHours: 10 });
    };
    await expiring();
    await joinEvent(make.context(await make.member(), later()), { eventId });
    expect((await make.mails(later())).filter(({ to }) => to === me.email).flatMap(wordsOf)).toEqual(["turn"]);
    await expiring();
    await acceptOffer(make.context(me, later()), eventId);
    expect((await make.mails(later())).map(({ subject }) => subject)).toEqual([`You have a spot: ${title}`]);
    await expiring();
    await cancelEvent(make.context(organizer, later()), eventId, { reason: "A storm is coming." });
    expect((await make.mails(later())).map(({ subject }) => subject)).toEqual([`Canceled: ${title}`]);
  });
});

describe("an offer missed with people behind on the waitlist", () => {
  it("moves the member behind them, even if the spot is kept for a party that does not fit yet", async () => {
    const [behind] = await offerToMe({ others: 1, guests: [{ name: "Rita", under18: false }] });
    const told = await make.mails(later());
    expect(told.map(({ to }) => to)).toEqual([me.email]);
    expect(wordsOf(told[0])).toEqual(["turn"]);
    expect(told[0]?.calendar).toMatchObject({ method: "PUBLISH" });
    expect(await mine()).toMatchObject({ state: "waiting", position: 3, offer: null });
    expect(await getOwnRegistration(make.context(behind, later()), eventId)).toMatchObject({ offer: { spots: 1 } });
    expect(isFull(spotsOf(await getEvent(make.context(), eventId)))).toBe(true);
    // Without that party there is no other to ask: the spot is free for me too, and I am told.
    await leaveEvent(make.context(behind, later(13)), eventId);
    expect(await mine(later(13))).toMatchObject({ position: 1, offer: { spots: 1, until: null } });
    const [free] = (await make.mails(later(13))).filter(({ to }) => to === me.email);
    expect(free?.subject).toMatch(/^A spot is free on .*: Beach Cleanup$/);
    expect(isFull(spotsOf(await getEvent(make.context(), eventId)))).toBe(false);
  });

  it("tells the member on the eve that nothing is held anymore", async () => {
    await offerToMe({ others: 1 });
    await updateEvent(make.context(organizer, later()), eventId, { holdHours: 10 });
    const run_at = later(230);
    await make.db.updateTable("outbox").set({ run_at }).where("kind", "=", "offer_expired").execute();
    await joinEvent(make.context(await make.member(), later(24)), { eventId });
    await make.db
      .updateTable("outbox")
      .set({ run_at: later(500) })
      .where("kind", "=", "expire_offers")
      .execute();
    const [eve] = (await make.mails(run_at)).filter(({ to }) => to === me.email);
    expect(wordsOf(eve)).toEqual(["eve"]);
  });

  it("sends the waiting mails of an earlier version, which took people off the waitlist", async () => {
    const payload = { eventId, memberId: me.id, spots: 1, stays: false };
    const task = (key: string): Task => ({ kind: "offer_expired", key, payload });
    await enqueue(make.db, task("before the end"), later(0));
    expect((await make.mails(later(1))).map(wordsOf)).toEqual([["gone"]]);
    await enqueue(make.db, task("after it"), later(243));
    expect((await make.mails(later(243))).filter(({ to }) => to === me.email).map(wordsOf)).toEqual([["over"]]);
  });

  it("keeps people on the waitlist: each is asked once for one spot, and then all are told that it is free", async () => {
    const registrations = registrationsIn(make);
    const [holder, one, two, late] = (await make.members(4)) as [Member, Member, Member, Member];
    const goIn = (member: Member, hours: number) => joinEvent(make.context(member, later(hours)), { eventId });
    const heard = async (hours: number) =>
      new Map(
        (await make.mails(later(hours)))
          .filter(({ subject }) => !/waitlist|You have/.test(subject))
          .map(({ to, subject }) => [to, subject.replace(/( on .*)?: Beach Cleanup/, "")]),
      );
    const places = async () => (await registrations.rows(eventId)).map(({ member_id }) => member_id);
    for (const member of [holder, one, two]) await goIn(member, 0);
    await make.mails();
    await leaveEvent(make.context(holder), eventId);
    expect(await heard(0)).toEqual(new Map([[one.email, "A spot for you"]]));
    expect(await heard(12.5)).toEqual(
      new Map([
        [one.email, "No longer held for you"],
        [two.email, "A spot for you"],
      ]),
    );
    expect(await places()).toEqual([two.id, one.id]);
    // A newcomer is asked before a member who was already asked.
    await goIn(late, 13);
    expect(await heard(26)).toEqual(
      new Map([
        [two.email, "No longer held for you"],
        [late.email, "A spot for you"],
      ]),
    );
    expect(await places()).toEqual([one.id, late.id, two.id]);
    // By then it is night there; it ends at 8.
    expect(await heard(45.5)).toEqual(new Map());
    expect(await heard(48)).toEqual(
      new Map([
        [late.email, "No longer held for you"],
        [one.email, "A spot is free"],
        [two.email, "A spot is free"],
      ]),
    );
    expect(await heard(200)).toEqual(new Map());
    expect(await places()).toEqual([one.id, two.id, late.id]);
    // A spot that was taken and given back counts as another spot: they are asked in their order.
    await acceptOffer(make.context(late, later(201)), eventId);
    await leaveEvent(make.context(late, later(202)), eventId);
    expect((await heard(202)).get(one.email)).toBe("A spot for you");
    await registrations.expectRight(eventId);
  });
});
