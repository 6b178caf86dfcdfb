import { beforeEach, describe, expect, it } from "vitest";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make } from "#test/make.ts";
import { registrationsIn } from "#test/registrations.ts";
import { getEvent } from "../events/queries.ts";
import { lockEvent } from "../events/locking.ts";
import { isFull, spotsOf } from "../events/rules.ts";
import type { Member } from "../members/shapes.ts";
import { cancelEvent, updateEvent } from "../organizing/commands.ts";
import { addPerson } from "../participants/commands.ts";
import { hideEvent, showEvent } from "../reviews/hiding.ts";
import { acceptOffer, joinEvent, leaveEvent } from "./commands.ts";
import { sweepEves } from "./eves.ts";
import { getOwnRegistration } from "./queries.ts";

const hour = 3_600_000;
// 9:30 in Lisbon, so that its eve begins at 15:30.
const begin = new Date("2027-06-12T08:30:00Z");
const timeZone = "Europe/Lisbon";
/** The moment some hours before the beginning. */
const before = (hours: number) => new Date(begin.getTime() - hours * hour);
const days = 240;
const guests = (count: number) =>
  Array.from({ length: count }, (_, number) => ({ name: `G${number}`, under18: false }));

let make: Make;
let registrations: ReturnType<typeof registrationsIn>;
let organizer: Member;
let eventId: string;
beforeEach(async () => {
  make = makeIn(await testDatabase());
  registrations = registrationsIn(make);
  organizer = await make.member();
});

const as = (member: Member, hours: number) => make.context(member, before(hours));
const mine = (member: Member, hours: number) => getOwnRegistration(as(member, hours), eventId);
const join = (member: Member, hours = days, others: ReturnType<typeof guests> = []) =>
  joinEvent(as(member, hours), { eventId, guests: others });
const leave = (member: Member, hours: number) => leaveEvent(as(member, hours), eventId);
const counts = () =>
  make.db
    .selectFrom("events")
    .select(["taken", "waitlisted", "held", "passed"])
    .where("id", "=", eventId)
    .executeTakeFirst();
/** The mails about spots due some hours before the beginning, without confirmations of a member's own action. */
const mails = async (hours: number) =>
  (await make.mails(before(hours), undefined, sweepEves)).filter(({ subject }) =>
    /^(A spot is|\d+ spots are|There is room|A spot for|\d+ spots for|No longer)/.test(subject),
  );
/** The subject that each reader gets some hours before the beginning. */
const told = async (hours: number) =>
  new Map((await mails(hours)).map(({ to, subject }) => [to, subject.replace(": Beach Cleanup", "")]));
const each = (people: Member[], words: string) => new Map(people.map(({ email }) => [email, words]));

/** A full event with a waitlist of single people, all made days before. */
async function full({ spots = 1, waiting = 2 } = {}) {
  eventId = await make.event({ organizer, maxParticipant: String(spots), eventDate: begin, timeZone });
  const people = await make.members(spots + waiting);
  for (const member of people) await join(member);
  await mails(days);
  return { holders: people.slice(0, spots), waits: people.slice(spots) };
}

const locked = <Done>(work: (tx: Parameters<typeof lockEvent>[0]) => Promise<Done>) =>
  make.db.transaction().execute(work);

describe("a spot that becomes free on the eve of an event", () => {
  it("is open to all: everybody on the waitlist is told once, and the first to press gets it", async () => {
    const { holders, waits } = await full({ waiting: 3 });
    await leave(holders[0]!, 18);
    expect(await counts()).toEqual({ taken: 0, waitlisted: 3, held: 0, passed: 3 });
    const found = await mails(18);
    expect(found).toHaveLength(3);
    expect(new Map(found.map(({ to, subject }) => [to, subject]))).toEqual(
      each(waits, "A spot is free tomorrow: Beach Cleanup"),
    );
    expect(found[0]?.text).toContain("\n\nA spot is free tomorrow\n\nThe first to press gets it.");
    expect(found[0]?.text).toMatch(/Take the spot:\n\S+&take\n\nLeave the waitlist:\n/);
    expect(found[0]?.calendar).toMatchObject({ method: "PUBLISH" });
    expect(await mails(10)).toEqual([]);
    // The last in line presses first.
    expect(await mine(waits[2]!, 10)).toMatchObject({ position: 3, offer: { spots: 1, until: null } });
    expect(await acceptOffer(as(waits[2]!, 10), eventId)).toMatchObject({ state: "joined" });
    await expect(acceptOffer(as(waits[0]!, 10), eventId)).rejects.toMatchObject({ code: "no_offer" });
    expect(await mine(waits[0]!, 10)).toMatchObject({ position: 1, offer: null });
    await registrations.expectRight(eventId);
    // Another free spot means another mail, to the people on the waitlist by then; the day has come meanwhile.
    await leave(waits[2]!, 9);
    expect(await told(9)).toEqual(each(waits.slice(0, 2), "A spot is free today"));
  });

  it("is still offered a moment before the eve, with an offer that expires on the eve", async () => {
    const { holders, waits } = await full();
    const [next, last] = [waits[0]!, waits[1]!];
    await leaveEvent(make.context(holders[0], new Date(before(18).getTime() - 1)), eventId);
    expect(await told(18)).toEqual(each([next], "A spot for you"));
    expect((await mine(next, 14)).offer).toMatchObject({ spots: 1, until: "2027-06-11T18:59:59.999Z" });
    expect(await mine(last, 14)).toMatchObject({ offer: null });
    const missed = await mails(13);
    expect(new Map(missed.map(({ to, subject }) => [to, subject]))).toEqual(
      new Map([
        [next.email, "No longer held for you: Beach Cleanup"],
        [last.email, "A spot is free tomorrow: Beach Cleanup"],
      ]),
    );
    const mail = missed.find(({ to }) => to === next.email);
    expect(mail?.text).toContain("You are on the waitlist again, as number 2.");
    expect(mail?.text).toContain("A spot is free tomorrow. The first to press gets it.");
    expect(await acceptOffer(as(next, 12), eventId)).toMatchObject({ state: "joined" });
    await registrations.expectRight(eventId);
  });

  it("goes first to people without an e-mail address, in order; for the rest the spots are open to all", async () => {
    const { holders, waits } = await full({ spots: 3, waiting: 1 });
    const people = ["Rosa", "Sami", "Tara"];
    for (const name of people) await addPerson(as(organizer, days), eventId, { name });
    const withoutMail = async () =>
      (await registrations.rows(eventId)).flatMap(({ name, status }) => (name && status === "joined" ? name : []));
    for (const holder of holders.slice(0, 2)) await leave(holder, 17);
    expect(await withoutMail()).toEqual(["Rosa", "Sami"]);
    expect(await mails(17)).toEqual([]);
    await updateEvent(as(organizer, 16), eventId, { maxParticipant: "6" });
    expect(await withoutMail()).toEqual(people);
    expect(await counts()).toEqual({ taken: 4, waitlisted: 1, held: 0, passed: 1 });
    expect(await told(16)).toEqual(each(waits, "2 spots are free tomorrow"));
    await registrations.expectRight(eventId);
  });

  it("can be taken by part of a party or by newcomers; a party that prefers to wait does not block others", async () => {
    const { holders, waits } = await full({ spots: 2, waiting: 1 });
    const [group, newcomer, other] = (await make.members(3)) as [Member, Member, Member];
    await join(group, days, guests(2));
    await mails(days);
    for (const holder of holders) await leave(holder, 17);
    const found = await mails(17);
    expect(new Set(found.map(({ subject }) => subject))).toEqual(new Set(["2 spots are free tomorrow: Beach Cleanup"]));
    const textTo = ({ email }: Member) => found.find(({ to }) => to === email)?.text ?? "";
    expect(textTo(waits[0]!)).toContain("The first to press gets one.");
    expect(textTo(group)).toContain("There are 3 of you. You can take 2 spots for part of your group");
    expect(textTo(group)).toContain("Take the 2 spots:\n");
    expect(isFull(spotsOf(await getEvent(make.context(), eventId)))).toBe(false);
    expect(await join(newcomer, 16)).toMatchObject({ state: "joined" });
    // A member with a guest prefers to wait for two spots.
    expect(await join(other, 16, guests(1))).toMatchObject({
      state: "waiting",
      registration: { offer: { spots: 1 } },
    });
    expect(await counts()).toEqual({ taken: 1, waitlisted: 6, held: 0, passed: 6 });
    // They have already been asked, so there is no other mail.
    expect(await mails(16)).toEqual([]);
    expect(await acceptOffer(as(group, 15), eventId)).toMatchObject({ state: "joined", spots: 1 });
    expect(await counts()).toEqual({ taken: 2, waitlisted: 3, held: 0, passed: 0 });
    await registrations.expectRight(eventId);
  });

  it("is open to newcomers even if the only party on the waitlist prefers to wait", async () => {
    eventId = await make.event({ organizer, maxParticipant: "1", eventDate: begin, timeZone });
    const [pair, newcomer] = (await make.members(2)) as [Member, Member];
    expect(await join(pair, 17, guests(1))).toMatchObject({ state: "waiting" });
    expect(await counts()).toEqual({ taken: 0, waitlisted: 2, held: 0, passed: 2 });
    expect(await join(newcomer, 17)).toMatchObject({ state: "joined" });
    await registrations.expectRight(eventId);
    // One day earlier, it is kept for them.
    eventId = await make.event({ organizer, maxParticipant: "1", eventDate: begin, timeZone });
    expect(await join(pair, 19, guests(1))).toMatchObject({ state: "waiting" });
    expect(await join(newcomer, 19)).toMatchObject({ state: "waiting" });
  });

  it("is not announced once it is taken, nor to people who left the waitlist", async () => {
    const { holders, waits } = await full();
    await leave(holders[0]!, 17);
    await acceptOffer(as(waits[1]!, 17), eventId);
    expect(await mails(17)).toEqual([]);
    await leave(waits[1]!, 16);
    await leave(waits[0]!, 16);
    expect(await mails(16)).toEqual([]);
  });

  it("stays open until the event ends, and no longer", async () => {
    const { holders, waits } = await full();
    await leave(holders[0]!, -1);
    expect(await told(-1)).toEqual(each(waits, "A spot is free now"));
    expect(await acceptOffer(as(waits[1]!, -1.5), eventId)).toMatchObject({ state: "joined" });
    await leave(waits[1]!, -1.6);
    await mails(-1.6);
    await expect(acceptOffer(as(waits[0]!, -2.1), eventId)).rejects.toMatchObject({ code: "event_over" });
    expect(await mine(waits[0]!, -2.1)).toMatchObject({ state: "waiting", offer: null });
  });

  it("stays free at a canceled event, and at a hidden event until it is restored", async () => {
    const { holders, waits } = await full();
    await locked(async (tx) => hideEvent(tx, await lockEvent(tx, eventId), before(17)));
    await leave(holders[0]!, 16);
    expect(await counts()).toEqual({ taken: 0, waitlisted: 2, held: 0, passed: 0 });
    expect(await mails(16)).toEqual([]);
    await locked(async (tx) => showEvent(tx, await lockEvent(tx, eventId), before(15)));
    expect(await told(15)).toEqual(each(waits, "A spot is free tomorrow"));

    const other = await full();
    await cancelEvent(as(organizer, 17), eventId, { reason: "A storm is coming." });
    await expect(leave(other.holders[0]!, 16)).resolves.toBeDefined();
    expect(await counts()).toMatchObject({ held: 0, passed: 0 });
    expect(await mails(16)).toEqual([]);
  });
});

describe("updateEvent on the eve", () => {
  it("opens new spots to everybody on the waitlist, and has room for all without a limit", async () => {
    const { waits } = await full();
    await updateEvent(as(organizer, 17), eventId, { maxParticipant: "3" });
    expect(await counts()).toEqual({ taken: 1, waitlisted: 2, held: 0, passed: 2 });
    expect(await told(17)).toEqual(each(waits, "2 spots are free tomorrow"));
    await updateEvent(as(organizer, 16), eventId, { maxParticipant: "No limit" });
    // They have already been told that a spot is free.
    expect(await mails(16)).toEqual([]);
    expect(await acceptOffer(as(waits[1]!, 16), eventId)).toMatchObject({ state: "joined" });

    const other = await full();
    await updateEvent(as(organizer, 17), eventId, { maxParticipant: "No limit" });
    const found = await mails(17);
    expect(found.map(({ subject }) => subject)).toEqual(
      other.waits.map(() => "There is room for everybody tomorrow: Beach Cleanup"),
    );
    expect(found[0]?.text).toContain("Press the button, and you have a spot.");
  });

  it("moves the eve with the event: a later date turns open spots into offers again, a sooner one opens kept spots", async () => {
    const { holders, waits } = await full();
    await leave(holders[0]!, 17);
    await mails(17);
    await updateEvent(as(organizer, 17), eventId, { eventDate: new Date(begin.getTime() + 48 * hour) });
    expect(await counts()).toEqual({ taken: 0, waitlisted: 2, held: 1, passed: 0 });
    expect(await told(17)).toEqual(each(waits.slice(0, 1), "A spot for you"));
    await expect(acceptOffer(as(waits[1]!, 17), eventId)).rejects.toMatchObject({ code: "no_offer" });
    expect(await acceptOffer(as(waits[0]!, 17), eventId)).toMatchObject({ state: "joined" });

    await full({ spots: 2, waiting: 0 });
    const [pair, last] = (await make.members(2)) as [Member, Member];
    await join(pair, days, guests(1));
    await join(last);
    const [first] = await registrations.rows(eventId);
    await leaveEvent(make.context({ ...organizer, id: first!.member_id! }, before(100)), eventId);
    expect(await counts()).toEqual({ taken: 1, waitlisted: 3, held: 0, passed: 0 });
    expect(await mails(100)).toEqual([]);
    await updateEvent(as(organizer, 100), eventId, { eventDate: before(83) });
    expect(await counts()).toEqual({ taken: 1, waitlisted: 3, held: 0, passed: 3 });
    expect(await told(100)).toEqual(each([pair, last], "A spot is free today"));
  });
});

/** A spot kept for a pair that needs two, with one more person behind the pair. */
async function gathering() {
  const { holders, waits } = await full({ spots: 2, waiting: 0 });
  const [pair, last] = (await make.members(2)) as [Member, Member];
  await join(pair, days, guests(1));
  await join(last);
  await leave(holders[0]!, 20);
  expect(await counts()).toEqual({ taken: 1, waitlisted: 3, held: 0, passed: 0 });
  return { waits: [...waits, pair, last], last };
}
const swept = async (hours: number) => {
  await make.db.deleteFrom("outbox").execute();
  await sweepEves({ db: make.db, now: before(hours) });
  return make.db.selectFrom("outbox").select("kind").execute();
};
const set = (values: object) => make.db.updateTable("events").set(values).where("id", "=", eventId).execute();

describe("sweepEves", () => {
  it("opens the spots kept for large parties once, exactly when the eve begins", async () => {
    const { waits, last } = await gathering();
    expect(await make.mails(new Date(before(18).getTime() - 1), undefined, sweepEves)).toEqual(expect.any(Array));
    expect(await mine(last, 18)).toMatchObject({ offer: null });
    expect(await told(18)).toEqual(each(waits, "A spot is free tomorrow"));
    expect(await counts()).toEqual({ taken: 1, waitlisted: 3, held: 0, passed: 3 });
    expect(make.announced).toContain(eventId);
    expect(await mails(17)).toEqual([]);
    expect(await acceptOffer(as(last, 17), eventId)).toMatchObject({ state: "joined" });
    await registrations.expectRight(eventId);
  });

  it("finds events under way, but no event that is over, canceled, hidden or full, or that keeps no spots", async () => {
    await gathering();
    expect(await swept(18.1)).toEqual([]);
    expect(await swept(18)).toEqual([{ kind: "expire_offers" }]);
    expect(await swept(-1.9)).toEqual([{ kind: "expire_offers" }]);
    expect(await swept(-2)).toEqual([]);
    await set({ cancelled_at: before(20) });
    expect(await swept(17)).toEqual([]);
    await set({ cancelled_at: null, is_draft: true, review: "hidden" });
    expect(await swept(17)).toEqual([]);
    await set({ is_draft: false, review: null, capacity: 1 });
    expect(await swept(17)).toEqual([]);
    await set({ capacity: null });
    expect(await swept(17)).toEqual([{ kind: "expire_offers" }]);
    await set({ passed: 3 });
    expect(await swept(17)).toEqual([]);
  });
});
