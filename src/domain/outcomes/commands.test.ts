import { beforeEach, describe, expect, it } from "vitest";
import { newId } from "#db/schema.server.ts";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make } from "#test/make.ts";
import { newOutcome, overEvent } from "#test/outcomes.ts";
import type { Member } from "../members/shapes.ts";
import { listJoinedEvents } from "../registrations/queries.ts";
import { previewThanks, sayOutcome } from "./commands.ts";
import { getOutcome, getOwnHours, getPublicOutcome } from "./queries.ts";
import { changedUntil, settledAfter } from "./rules.ts";
import { OutcomeInput } from "./shapes.ts";

const minute = 60_000;

let make: Make;
let organizer: Member;
let [ana, ben, cleo]: Member[] = [];
let eventId: string;
let ids: string[];
beforeEach(async () => {
  make = makeIn(await testDatabase());
  organizer = await make.member({ displayName: "Inês" });
  const people = [await make.member({ displayName: "Ana" }), await make.member(), await make.member()];
  await make.proven(...people, organizer);
  [ana, ben, cleo] = people;
  ({ eventId, ids } = await overEvent(make, organizer, people));
});

const me = (now = new Date()) => make.context(organizer, now);
const say = (more: Partial<OutcomeInput>, now = new Date()) => sayOutcome(me(now), eventId, newOutcome(more));
const hoursOf = async (member?: Member) => (await getOwnHours(make.context(member), eventId)).hours;
const told = async (now = new Date(), sweep?: () => Promise<void>) =>
  (await make.mails(now, undefined, sweep)).map(({ to, subject }) => `${to} ${subject}`);
const preview = (more: Partial<OutcomeInput>) => previewThanks(me(), eventId, newOutcome(more));
const noSweep = async () => {};
const guestOf = async (registration_id: string, name: string) => {
  const id = newId();
  await make.db.insertInto("guests").values({ id, registration_id, name, under18: false }).execute();
  return id;
};

describe("sayOutcome", () => {
  it("thanks each person who came once, and mails no other people", async () => {
    const rita = await guestOf(ids[0]!, "Rita");
    expect(await say({ came: [ids[0]!, ids[1]!, rita], hoursOf: [{ _id: ids[1]!, hours: 1.25 }] })).toMatchObject({
      thanked: 2,
      told: 0,
    });
    const mails = await make.mails(new Date(), undefined, noSweep);
    expect(mails.map(({ to }) => to).toSorted()).toEqual([ana!.email, ben!.email].toSorted());
    const mail = mails.find(({ to }) => to === ana!.email);
    expect(mail?.subject).toBe("Thank you for coming: Beach Cleanup");
    expect(mail?.text).toContain("Inês writes:\nYou made room for the crabs again.");
    expect(mail?.html).toMatch(/<blockquote [^>]*>You made room for the crabs again.<\/blockquote>/);
    expect(mail?.pictures.map(({ name }) => name)).toEqual(["goodturn.png", "cleanup.png"]);
    expect(mail?.text).toContain("Please thank Rita too");
    expect(mail?.text).toContain("Your hours: 2 hours\nTogether: 3 people, 5.25 hours, 38 bags");
    expect(mails.find(({ to }) => to === ben!.email)?.text).toContain("Your hours: 1.25 hours");

    expect(await say({ came: [ids[0]!, ids[1]!, rita], hoursOf: [{ _id: ids[1]!, hours: 1.25 }] })).toMatchObject({
      thanked: 0,
      told: 0,
    });
    expect(await told(undefined, noSweep)).toEqual([]);
    expect(make.announced).toEqual([eventId, eventId]);
    expect(await getPublicOutcome(make.context(), eventId)).toMatchObject({ came: 3, hours: 5.25, amount: 38 });
    expect([await hoursOf(ana), await hoursOf(ben), await hoursOf(cleo)]).toEqual([2, 1.25, null]);
    const listed = async (member: Member) =>
      (await listJoinedEvents(make.context(member), { email: member.email, limit: 9 })).rows.map(({ hours }) => hours);
    expect([await listed(ana!), await listed(ben!), await listed(cleo!)]).toEqual([[2], [1.25], [null]]);
  });

  it("mails corrected hours to the people concerned, ten minutes later, with the values of that time", async () => {
    await say({ came: ids });
    await make.mails(new Date(), undefined, noSweep);
    const begun = Date.now();
    const at = (minutes: number) => new Date(begun + minutes * minute);
    expect(await say({ came: ids, hoursOf: [{ _id: ids[0]!, hours: 1 }] })).toMatchObject({ thanked: 0, told: 1 });
    expect(await say({ came: ids, hoursOf: [{ _id: ids[0]!, hours: 3 }] }, at(1))).toMatchObject({ told: 0 });
    expect(await told(at(9), noSweep)).toEqual([]);
    const [mail, ...others] = await make.mails(at(11), undefined, noSweep);
    expect([mail?.to, others]).toEqual([ana!.email, []]);
    expect(mail?.text).toContain("Your hours now: 3 hours\nBefore: 2 hours");

    // A correction that is corrected again before its mail is not mailed.
    await say({ came: ids, hoursOf: [{ _id: ids[0]!, hours: 1 }] }, at(20));
    await say({ came: ids, hoursOf: [{ _id: ids[0]!, hours: 3 }] }, at(21));
    expect(await told(at(40), noSweep)).toEqual([]);
    // A person who was listed by mistake gets a considerate mail, and no second thanks if they are listed again.
    await say({ came: ids.slice(1) }, at(50));
    const [gone] = await make.mails(at(61), undefined, noSweep);
    expect(gone?.text).toContain("if you were there, please say so");
    expect(await say({ came: ids }, at(70))).toMatchObject({ thanked: 0, told: 1 });
    expect((await make.mails(at(81), undefined, noSweep))[0]?.text).toContain("you are among those who came");

    const said = await make.db
      .selectFrom("asserted_hours")
      .where("member_id", "=", ana!.id)
      .select(["hours", "asserted_by"])
      .orderBy("id")
      .execute();
    expect(said.map(({ hours }) => hours)).toEqual([2, 1, 3, 1, 3, null, 2]);
    expect(new Set(said.map((row) => row.asserted_by))).toEqual(new Set([organizer.id]));
  });

  it("uses current values in unsent thanks, and cancels them for people who did not come", async () => {
    await say({ came: ids.slice(0, 2) });
    expect(await say({ came: [ids[1]!], hours: 3 })).toMatchObject({ thanked: 0, told: 0 });
    const mails = await make.mails(new Date(), undefined, noSweep);
    expect(mails.map(({ to }) => to)).toEqual([ben!.email]);
    expect(mails[0]?.text).toContain("Your hours: 3 hours");
  });

  it("mails a correction even if an earlier mail has failed", async () => {
    await say({ came: [ids[0]!] });
    await make.db.updateTable("outbox").set({ failed_at: new Date() }).where("kind", "=", "thanks").execute();
    expect(await say({ came: [ids[0]!], hours: 3 })).toMatchObject({ thanked: 0, told: 1 });
  });

  it("accepts people who are not on the list, and mails neither them nor the organizer", async () => {
    const own = await make.join({ eventId, member: organizer });
    const marta = newId();
    const added = [{ _id: marta, name: "Marta" }];
    expect(await say({ came: [own, marta], added })).toMatchObject({ thanked: 0 });
    expect(await told(undefined, noSweep)).toEqual([]);
    const { people } = await getOutcome(me(), eventId);
    expect(people.filter(({ came }) => came).map(({ name, isListed }) => [name, isListed])).toEqual([
      ["Inês", true],
      ["Marta", false],
    ]);
    // When the pictures are sent again, their names are not needed.
    expect(await say({ came: [marta] })).toMatchObject({ acknowledged: true });
  });

  it("counts a person once, in any spelling of their id", async () => {
    const id = newId();
    const twice = OutcomeInput.parse({
      ...newOutcome({}),
      came: [ids[0], ids[0]?.toUpperCase(), id, id.toUpperCase()],
      added: [
        { _id: id, name: "Marta" },
        { _id: id.toUpperCase(), name: "Marta" },
      ],
    });
    expect(await sayOutcome(me(), eventId, twice)).toMatchObject({ thanked: 1 });
    const { people } = await getOutcome(me(), eventId);
    expect(people.filter(({ came }) => came).map(({ name }) => name)).toEqual(["Ana", "Marta"]);
  });

  it("rejects people of other events, too many hours, others' pictures, and pictures without people's consent", async () => {
    const elsewhere = (await overEvent(make, organizer, [await make.member()])).ids;
    await expect(say({ came: elsewhere })).rejects.toMatchObject({ fields: [{ path: "came" }] });
    await expect(say({ came: ids, hours: 49 })).rejects.toMatchObject({ fields: [{ path: "hours" }] });
    const picture = async (owner: Member) => {
      const id = newId();
      const content = new Uint8Array([1]);
      await make.db
        .insertInto("pictures")
        .values({ id, owner_id: owner.id, content, created_at: new Date() })
        .execute();
      return `/pictures/${id}.webp`;
    };
    const [mine, theirs] = [await picture(organizer), await picture(ana!)];
    await expect(say({ pictures: [mine] })).rejects.toMatchObject({ fields: [{ path: "peopleAgreed" }] });
    await expect(say({ pictures: [theirs], peopleAgreed: true })).rejects.toMatchObject({
      fields: [{ path: "pictures" }],
    });
    await say({ pictures: [mine], peopleAgreed: true });
    const shown = async () => (await getPublicOutcome(make.context(), eventId)).pictures;
    expect(await shown()).toEqual([mine]);
    await make.db.updateTable("pictures").set({ hidden_at: new Date() }).execute();
    expect(await shown()).toEqual([]);
    // Saving the outcome again while a picture is hidden does not remove it.
    await say({ pictures: [] });
    await expect(say({ pictures: [mine], peopleAgreed: true })).rejects.toMatchObject({
      fields: [{ path: "pictures" }],
    });
    await make.db.updateTable("pictures").set({ hidden_at: null }).execute();
    expect(await shown()).toEqual([mine]);
  });

  it("is hidden with its event while its listed words wait for a host", async () => {
    await make.db.insertInto("listed_words").values({ word: "casino", listed_at: new Date() }).execute();
    await say({ came: ids, thanks: "Thank you, from Casino Royal!" });
    expect((await getOutcome(me(), eventId)).event.status).toBe("under_review");
    await expect(getPublicOutcome(make.context(), eventId)).rejects.toMatchObject({ code: "under_review" });
    expect((await told(undefined, noSweep)).filter((mail) => mail.includes("Thank you"))).toEqual([]);
  });

  it("works from the beginning until a year after the end", async () => {
    const { event_date, event_end } = await make.db
      .selectFrom("events")
      .where("id", "=", eventId)
      .selectAll()
      .executeTakeFirstOrThrow();
    const [begin, last] = [event_date.getTime(), changedUntil({ end: event_end }).getTime()];
    expect(last - event_end.getTime()).toBe(365 * 24 * 60 * minute);
    await expect(say({}, new Date(begin - minute))).rejects.toMatchObject({ code: "outcome_early" });
    await say({}, new Date(begin + minute));
    await say({}, new Date(last - minute));
    await expect(say({}, new Date(last + minute))).rejects.toMatchObject({ code: "outcome_late" });
  });

  it("has the same effect for two parallel calls as for one", async () => {
    await Promise.all([say({ came: ids }), say({ came: ids })]);
    expect((await told(undefined, noSweep)).toSorted()).toHaveLength(3);
    expect(await make.db.selectFrom("asserted_hours").select("id").execute()).toHaveLength(3);
  });
});

describe("previewThanks", () => {
  it("shows the mail to the first recipient, sends nothing, and counts the people not thanked yet", async () => {
    expect(await preview({ came: ids.slice(0, 2) })).toMatchObject({
      recipients: 2,
      to: "Ana",
      subject: "Thank you for coming: Beach Cleanup",
      text: expect.stringContaining("Together: 2 people, 4 hours, 38 bags"),
      letter: {
        facts: expect.arrayContaining([{ label: "Together", text: "2 people, 4 hours, 38 bags" }]),
        actions: ["See what came of it"],
      },
    });
    expect(await preview({})).toMatchObject({ recipients: 0, to: null });
    expect(await told(undefined, noSweep)).toEqual([]);
    await say({ came: ids.slice(0, 2) });
    expect(await preview({ came: ids })).toMatchObject({ recipients: 1 });
  });
});

describe("an event without an outcome from its organizer", () => {
  it("asks the organizer two hours after the end, and claims nothing if no check-ins exist", async () => {
    const { event_end } = await make.db.selectFrom("events").select("event_end").executeTakeFirstOrThrow();
    const at = (more: number) => new Date(event_end.getTime() + more);
    expect(await told(at(119 * minute))).toEqual([]);
    const [asked, ...others] = await make.mails(at(120 * minute));
    expect([asked?.to, others]).toEqual([organizer.email, []]);
    expect(asked?.text).toContain("Nobody was checked in");
    expect(asked?.links[0]).toBe(`https://goodturn.example/manage-events/${eventId}/afterwards`);
    expect(await told(at(settledAfter + minute))).toEqual([]);
    await expect(getPublicOutcome(make.context(), eventId)).rejects.toMatchObject({ code: "not_found" });
  });

  it("sends no question if the outcome is already saved", async () => {
    const { event_end } = await make.db.selectFrom("events").select("event_end").executeTakeFirstOrThrow();
    await say({});
    expect(await told(new Date(event_end.getTime() + 121 * minute))).toEqual([]);
  });
});
