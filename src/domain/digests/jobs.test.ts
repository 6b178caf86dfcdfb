import { beforeEach, describe, expect, it } from "vitest";
import { say } from "#messages/say.ts";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make } from "#test/make.ts";
import { deleteAccount } from "../accounts/commands.ts";
import type { Member } from "../members/shapes.ts";
import { setNotificationPreference } from "../notification-preferences/commands.ts";
import { cancelEvent } from "../organizing/commands.ts";
import { addParticipant, removeParticipant } from "../participants/commands.ts";
import { acceptOffer, joinEvent, leaveEvent } from "../registrations/commands.ts";
import { sweepDigests } from "./commands.ts";

let make: Make;
let organizer: Member;
let eventId: string;
// The events of these tests are in Dhaka, six hours ahead of UTC: a day's digest goes out at noon UTC.
const eventDate = new Date("2030-05-20T04:00:00Z");
const at = (moment: string) => new Date(`2030-05-${moment}:00Z`);
beforeEach(async () => {
  make = makeIn(await testDatabase());
  organizer = await make.member({ displayName: "Zoë" });
  await make.proven(organizer);
  eventId = await make.event({ organizer, eventDate, maxParticipant: "3", title: "Beach Cleanup" });
});

const join = (member: Member, now: Date, count = 0, id = eventId) =>
  joinEvent(make.context(member, now), {
    eventId: id,
    guests: Array.from({ length: count }, (_, index) => ({ name: `Guest ${index}`, under18: false })),
  });
/** The mails to organizers at a moment: the recipient, the subject, and the text above the button. */
const told = async (now: Date) =>
  (await make.mails(now, undefined, sweepDigests))
    .filter(({ subject }) => subject.startsWith("News of"))
    .map(({ to, subject, text }) => [to, subject, text.split("\n\nSee your participants:")[0]!]);

describe("a digest", () => {
  it("reports once a day, in the evening there, who joined, waits and left, and how full the event is", async () => {
    const [ana, ben, cleo, dan] = ["Ana", "Ben", "Cleo", "Dan"].map((displayName) => ({ displayName }));
    const members = await Promise.all([ana, ben, cleo, dan].map((wishes) => make.member(wishes)));
    await join(members[0]!, at("10T08:00"), 1);
    expect(await told(at("10T11:59"))).toEqual([]);
    await join(members[1]!, at("10T11:59"));
    await join(members[2]!, at("10T11:59"));
    expect(await told(at("10T12:00"))).toEqual([
      [
        organizer.email,
        "News of “Beach Cleanup”",
        [
          "Beach Cleanup\nMon, May 20, 2030, 10 AM – 12 PM Dhaka time\nCox's Bazar\nClean up Drive · Full · waitlist\n",
          "News of your event\n",
          "Hello Zoë,\n",
          "Joined: Ana with 1 guest and Ben",
          "New on the waitlist: Cleo",
          "Now 3 of 3 spots are taken, 1 person is on the waitlist",
        ].join("\n"),
      ],
    ]);
    // Later happenings of the day go into the next digest, and a day without happenings has none.
    await leaveEvent(make.context(members[1], at("10T12:01")), eventId);
    await join(members[3]!, at("10T13:00"));
    expect(await told(at("11T11:59"))).toEqual([]);
    const [[, , text] = []] = await told(at("11T12:00"));
    expect(text).toContain("New on the waitlist: Dan\nLeft: Ben\nNow 2 of 3 spots are taken");
    expect(await told(at("12T12:00"))).toEqual([]);
  });

  it("is one mail for all events of an organizer, and one for each organizer", async () => {
    const other = await make.event({ organizer, eventDate, title: "Tree day" });
    const [somebody, otherOrganizer] = [await make.member(), await make.member()];
    const theirs = await make.event({ organizer: otherOrganizer, eventDate, title: "Soup night" });
    for (const id of [eventId, other, theirs]) await join(somebody, at("10T08:00"), 0, id);
    const mails = await told(at("10T12:00"));
    expect(mails.map(([to, subject]) => [to, subject]).toSorted((a, b) => (a[1]! < b[1]! ? -1 : 1))).toEqual([
      [organizer.email, "News of 2 of your events"],
      [otherOrganizer.email, "News of “Soup night”"],
    ]);
    expect(mails.find(([to]) => to === organizer.email)?.[2]).toMatch(
      /\n\nBeach Cleanup\n.*\n.*\nClean up Drive · 2 spots left\nJoined: .*\nNow .*\nhttps:\S+\n\nTree day\n[^]* · 19 spots left\n/,
    );
    // An unconfirmed address may be a stranger's, so its mail has no names.
    const unnamed = mails.find(([to]) => to === otherOrganizer.email)?.[2];
    expect(unnamed).toContain("\n\nNews of your event\n\nJoined: 1 member\n");
    expect(unnamed).not.toContain("Hello");
  });

  it("leaves out people who joined and left again, the organizer's own actions, and canceled events", async () => {
    const [brief, added, removed] = await make.members(3);
    await make.proven(added!);
    await join(brief!, at("10T08:00"));
    await leaveEvent(make.context(brief, at("10T08:01")), eventId);
    await join(organizer, at("10T08:02"));
    await leaveEvent(make.context(organizer, at("10T08:03")), eventId);
    const asOrganizer = { ...make.context(organizer, at("10T08:04")), limitAttempts: make.limitAttempts };
    await addParticipant(asOrganizer, eventId, { email: added!.email, reason: "You asked me." });
    expect(await told(at("10T12:00"))).toEqual([]);
    await join(removed!, at("10T13:00"));
    await removeParticipant(asOrganizer, eventId, removed!.id, { reason: "Sorry." });
    expect(await told(at("11T12:00"))).toEqual([]);
    await join(brief!, at("11T13:00"));
    await cancelEvent(make.context(organizer, at("11T14:00")), eventId, { reason: "Storm." });
    expect(await told(at("12T12:00"))).toEqual([]);
    await join(organizer, at("12T13:00"), 0, await make.event({ organizer, eventDate }));
    expect(await told(at("13T12:00"))).toEqual([]);
  });

  it("does not report people who leave the waitlist as having left", async () => {
    const small = await make.event({ organizer, eventDate, maxParticipant: "1" });
    const [joined, waiting] = (await make.members(2)) as [Member, Member];
    for (const member of [joined, waiting]) await join(member, at("10T08:00"), 0, small);
    expect((await told(at("10T12:00")))[0]?.[2]).toContain(`New on the waitlist: ${waiting.displayName}`);
    await leaveEvent(make.context(waiting, at("10T13:00")), small);
    expect(await told(at("11T12:00"))).toEqual([]);
    await leaveEvent(make.context(joined, at("11T13:00")), small);
    expect((await told(at("12T12:00")))[0]?.[2]).toContain(`Left: ${joined.displayName}\n`);
  });

  it("is not written for past or canceled events", async () => {
    const ends = new Date(eventDate.getTime() + 7_200_000);
    const other = await make.event({ organizer, eventDate });
    for (const id of [eventId, other]) await join(await make.member(), at("20T03:00"), 0, id);
    await make.db
      .updateTable("events")
      .set({ cancelled_at: at("20T03:01") })
      .where("id", "=", other)
      .execute();
    const begun = async (now: Date) => {
      await sweepDigests({ db: make.db, now });
      const tasks = await make.db.selectFrom("outbox").select("key").where("kind", "=", "organizer_news").execute();
      return tasks.length;
    };
    expect(await begun(ends)).toBe(0);
    expect(await begun(new Date(ends.getTime() - 1))).toBe(1);
    const open = await make.db.selectFrom("happenings").select("event_id").where("digest", "is", null).execute();
    expect(open).toEqual([{ event_id: other }]);
  });

  it("reports an accepted offer, and people with a deleted account", async () => {
    const small = await make.event({ organizer, eventDate, maxParticipant: "1" });
    const [first, second] = (await make.members(2)) as [Member, Member];
    for (const member of [first, second]) await join(member, at("10T08:00"), 0, small);
    await told(at("10T12:00"));
    await make.db
      .updateTable("members")
      .set({ deletion_at: at("10T13:00") })
      .where("id", "=", first.id)
      .execute();
    await deleteAccount(make.context(undefined, at("10T13:00")), first.id);
    await acceptOffer(make.context(second, at("10T14:00")), small);
    const [[, , text] = []] = await told(at("11T12:00"));
    expect(text).toContain(`Joined: ${second.displayName}\nLeft: a member whose account was deleted\n`);
  });

  it("comes at once in the last two days, with all happenings of a few minutes, unless the organizer does not want that", async () => {
    const [one, two, three] = (await make.members(3)) as [Member, Member, Member];
    await join(one, at("18T04:00"));
    await join(two, at("18T04:02"));
    expect(await told(at("18T04:02"))).toEqual([]);
    const [[, , text] = [], ...others] = await told(at("18T04:03"));
    expect([text?.includes("Joined: "), others]).toEqual([true, []]);
    expect(text).toContain(`${one.displayName} and ${two.displayName}`);
    expect(await told(at("18T12:00"))).toEqual([]);
    await setNotificationPreference(make.context(organizer), { kind: "last_days", wanted: false });
    await join(three, at("18T13:00"));
    expect(await told(at("18T14:00"))).toEqual([]);
    expect(await told(at("19T12:00"))).toHaveLength(1);
  });

  it("can be switched off by one press for its own kind, and skipped news does not come later", async () => {
    const [one, two] = (await make.members(2)) as [Member, Member];
    await join(one, at("10T08:00"));
    const [mail] = (await make.mails(at("10T12:00"), undefined, sweepDigests)).filter(
      ({ to }) => to === organizer.email,
    );
    expect(mail?.unsubscribe).toContain(make.links.sign("notifications", `${organizer.id}:digest`));
    expect(mail?.text).toContain(say("mail_kind.digest"));
    await setNotificationPreference(make.context(organizer), { kind: "digest", wanted: false });
    await join(two, at("11T08:00"));
    expect(await told(at("11T12:00"))).toEqual([]);
    await setNotificationPreference(make.context(organizer), { kind: "digest", wanted: true });
    expect(await told(at("12T12:00"))).toEqual([]);
  });

  it("follows the preferences of its own organizer, who may switch it on again", async () => {
    await setNotificationPreference(make.context(await make.member()), { kind: "digest", wanted: false });
    for (const wanted of [false, true])
      await setNotificationPreference(make.context(organizer), { kind: "digest", wanted });
    await join(await make.member(), at("10T08:00"));
    expect(await told(at("10T12:00"))).toHaveLength(1);
  });

  it("leaves out events that are given away, canceled or over by the time it goes out", async () => {
    const titles = ["Given away", "Canceled", "Over", "Told"];
    const ids = await Promise.all(titles.map((title) => make.event({ organizer, eventDate, title })));
    for (const id of ids) await join(await make.member(), at("10T08:00"), 0, id);
    await sweepDigests({ db: make.db, now: at("10T12:00") });
    const set = (
      id: string,
      columns: { organizer_id: string } | { cancelled_at: Date } | Record<"event_date" | "event_end", Date>,
    ) => make.db.updateTable("events").set(columns).where("id", "=", id).execute();
    await set(ids[0]!, { organizer_id: (await make.member()).id });
    await set(ids[1]!, { cancelled_at: at("10T12:00") });
    await set(ids[2]!, { event_date: at("10T12:00"), event_end: at("10T12:01") });
    expect((await told(at("10T12:01"))).map(([to, subject]) => [to, subject])).toEqual([
      [organizer.email, "News of “Told”"],
    ]);
  });

  it("is written once by several instances, and loses nothing that happens meanwhile", async () => {
    const members = await make.members(4);
    await join(members[0]!, at("10T08:00"));
    const ctx = { db: make.db, now: at("10T12:00") };
    await Promise.all([sweepDigests(ctx), sweepDigests(ctx), sweepDigests(ctx), join(members[1]!, at("10T12:00"))]);
    await sweepDigests({ ...ctx, now: at("10T12:05") });
    const tasks = await make.db.selectFrom("outbox").selectAll().where("kind", "=", "organizer_news").execute();
    expect(tasks).toHaveLength(1);
    // A crash after sending makes the mail again, with the same content.
    const first = await told(at("10T12:00"));
    const { id, payload, run_at } = tasks[0]!;
    const asBefore = { done_at: null, run_at, payload: JSON.stringify(payload) };
    await make.db.updateTable("outbox").set(asBefore).where("id", "=", id).execute();
    expect(await told(at("10T12:01"))).toEqual(first);
    const next = await told(at("11T12:00"));
    const names = [...first, ...next].map(([, , text]) => text).join();
    for (const { displayName } of members.slice(0, 2)) expect(names.split(displayName)).toHaveLength(2);
  });

  it("names at most twenty people, and counts the others", async () => {
    const large = await make.event({ organizer, eventDate, maxParticipant: "No limit" });
    for (const member of await make.members(23)) await join(member, at("10T08:00"), 0, large);
    const [[, , text] = []] = await told(at("10T12:00"));
    expect(text).toMatch(/, and 3 others\nNow 23 people have joined$/);
    expect(text?.match(/Member \d+/g)).toHaveLength(20);
  });
});
