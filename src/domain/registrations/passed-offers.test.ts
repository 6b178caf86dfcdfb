import { beforeEach, describe, expect, it } from "vitest";
import { say } from "#messages/all.ts";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make } from "#test/make.ts";
import type { ReadMail } from "#test/read-mail.ts";
import { getEvent } from "../events/queries.ts";
import { isFull } from "../events/rules.ts";
import type { Member } from "../members/shapes.ts";
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
  eventId = await make.event({ organizer, maxParticipant: "1", eventDate });
  me = await make.member();
});

const later = (hours = 12.5) => new Date(Date.now() + hours * hour);
const mine = (now = later()) => getOwnRegistration(make.context(me, now), eventId);
const counts = () => make.db.selectFrom("events").select(["taken", "waitlisted", "held", "passed"]).execute();
const wordsOf = (mail: ReadMail | undefined) =>
  (["gone", "over", "free", "taken", "ended"] as const).filter((end) =>
    mail?.text.includes(say(`mail.registration.offer_expired.${end}`, { count: 1 })),
  );

/** The only spot is offered to me, who has `others` behind. */
async function offerToMe({ others = 0, companions = [] as { name: string; under18: boolean }[] } = {}) {
  const [first, ...behind] = await make.members(1 + others);
  for (const member of [first!, me]) await joinEvent(make.context(member), { eventId });
  for (const member of behind) await joinEvent(make.context(member), { eventId, companions });
  await leaveEvent(make.context(first), eventId);
  await make.mails();
  return behind;
}

describe("an offer that expires with nobody behind on the waitlist", () => {
  it("leaves them on it, says so, and they can take the spot as long as it is free", async () => {
    await offerToMe();
    const [mail, ...others] = await make.mails(later());
    expect(others).toEqual([]);
    expect([mail?.to, mail?.subject]).toEqual([me.email, `No longer held for you: ${title}`]);
    expect(wordsOf(mail)).toEqual(["free"]);
    expect(mail?.text).toContain("Take the spot:\n");
    expect(mail?.calendar).toMatchObject({ method: "PUBLISH" });
    expect(await counts()).toEqual([{ taken: 0, waitlisted: 1, held: 0, passed: 1 }]);
    expect(await mine()).toMatchObject({ state: "waiting", position: 1, offer: { places: 1, until: null } });
    // Days later nothing has come of it by itself.
    expect(await make.mails(later(100))).toEqual([]);
    expect(await acceptOffer(make.context(me, later(101)), eventId)).toMatchObject({ state: "joined" });
    expect(await counts()).toEqual([{ taken: 1, waitlisted: 0, held: 0, passed: 0 }]);
  });

  it("keeps nobody else from the spot, and once it is taken they wait first again", async () => {
    await offerToMe();
    await make.mails(later());
    expect(isFull(await getEvent(make.context(), eventId))).toBe(false);
    const [newcomer, next] = (await make.members(2)) as [Member, Member];
    expect(await joinEvent(make.context(newcomer, later()), { eventId })).toMatchObject({ state: "joined" });
    expect(await counts()).toEqual([{ taken: 1, waitlisted: 1, held: 0, passed: 0 }]);
    await expect(acceptOffer(make.context(me, later()), eventId)).rejects.toMatchObject({ code: "no_offer" });
    expect(await joinEvent(make.context(next, later()), { eventId })).toMatchObject({ position: 2 });
    await make.mails(later());
    // What opens up then is offered to them, by a mail of its own, and to nobody who came later.
    await leaveEvent(make.context(newcomer, later(13)), eventId);
    const offered = (await make.mails(later(13))).filter(({ subject }) => subject === `A spot for you: ${title}`);
    expect(offered.map(({ to }) => to)).toEqual([me.email]);
    // Somebody waits behind them now: this time the spot does go on.
    const told = await make.mails(later(26));
    expect(new Map(told.map(({ to, subject }) => [to, subject]))).toEqual(
      new Map([
        [me.email, `No longer held for you: ${title}`],
        [next.email, `A spot for you: ${title}`],
      ]),
    );
    expect(wordsOf(told.find(({ to }) => to === me.email))).toEqual(["gone"]);
    expect(await mine(later(26))).toMatchObject({ state: null });
  });

  it("is the same when several expire at once, and counts say it also when they are made again", async () => {
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

  it("tells what is true when the mail goes out, or nothing when another mail does", async () => {
    const expiring = async () => {
      await make.db.deleteFrom("registrations").execute();
      await make.db.deleteFrom("outbox").execute();
      await make.db.updateTable("events").set({ taken: 0, waitlisted: 0, passed: 0, passed_seq: 0 }).execute();
      await offerToMe();
      // The offer expires by what somebody else does; the mail waits.
      await updateEvent(make.context(organizer, later()), eventId, { holdHours: 10 });
    };
    await expiring();
    await joinEvent(make.context(await make.member(), later()), { eventId });
    expect((await make.mails(later())).filter(({ to }) => to === me.email).flatMap(wordsOf)).toEqual(["taken"]);
    await expiring();
    await acceptOffer(make.context(me, later()), eventId);
    expect((await make.mails(later())).map(({ subject }) => subject)).toEqual([`You have a spot: ${title}`]);
    await expiring();
    await cancelEvent(make.context(organizer, later()), eventId, { reason: "A storm is coming." });
    expect((await make.mails(later())).map(({ subject }) => subject)).toEqual([`Canceled: ${title}`]);
  });
});

describe("an offer that expires with people behind", () => {
  it("ends the registration, as a spot also gathers for a party that does not fit yet", async () => {
    const [behind] = await offerToMe({ others: 1, companions: [{ name: "Rita", under18: false }] });
    const told = await make.mails(later());
    expect(told.map(({ to }) => to)).toEqual([me.email]);
    expect(wordsOf(told[0])).toEqual(["gone"]);
    expect(told[0]?.calendar).toMatchObject({ method: "CANCEL" });
    expect(await mine()).toMatchObject({ state: null });
    expect(await getOwnRegistration(make.context(behind, later()), eventId)).toMatchObject({ offer: { places: 1 } });
    expect(isFull(await getEvent(make.context(), eventId))).toBe(true);
  });

  it("does not send people back to an event that is over by the time of the mail", async () => {
    await offerToMe({ others: 1 });
    await updateEvent(make.context(organizer, later()), eventId, { holdHours: 10 });
    const [mail] = (await make.mails(later(243))).filter(({ to }) => to === me.email);
    expect(wordsOf(mail)).toEqual(["over"]);
  });
});
