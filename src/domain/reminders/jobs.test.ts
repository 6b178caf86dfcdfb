import { beforeEach, describe, expect, it } from "vitest";
import { newId } from "#db/schema.server.ts";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make } from "#test/make.ts";
import { updateEvent } from "../organizing/commands.ts";
import type { Member } from "../members/shapes.ts";
import { enqueueAll, type Task } from "../outbox.ts";
import { confirmAttendanceByLink } from "../registrations/action-links.ts";
import { sweepReminders } from "./commands.ts";

const hour = 3_600_000;
const day = 24 * hour;

let make: Make;
let organizer: Member;
let eventDate: Date;
beforeEach(async () => {
  make = makeIn(await testDatabase());
  organizer = await make.member({ displayName: "Zoë" });
  eventDate = new Date(Date.now() + 10 * day);
});

const at = (fromTheBeginning: number) => new Date(eventDate.getTime() + fromTheBeginning);
const told = async (now: Date) => (await make.mails(now)).map(({ to, subject }) => `${to} ${subject.split(/[:?]/)[0]}`);

describe("reminders", () => {
  it("come a day before and two hours before, once each, to people who have joined", async () => {
    const eventId = await make.event({ organizer, eventDate });
    const me = await make.member();
    await make.join({ eventId, member: me });
    const waiting = await make.member();
    const registrationId = await make.join({ eventId, member: waiting });
    await make.db.updateTable("registrations").set({ status: "waitlisted" }).where("id", "=", registrationId).execute();

    // Another event, a month away, with its own participants.
    await make.join({ eventId: await make.event({ organizer, eventDate: at(30 * day) }) });

    expect(await told(at(-day - 1000))).toEqual([]);
    expect(await told(at(-day))).toEqual([`${me.email} Are you coming`]);
    expect(await told(at(-day + hour))).toEqual([]);
    expect(await told(at(-2 * hour))).toEqual([`${me.email} Soon`]);
    // The event is two hours long. Afterwards only its organizer is mailed, because no one has recorded who came.
    expect(await told(at(4 * hour - 1000))).toEqual([]);
    expect(await told(at(4 * hour))).toEqual([`${organizer.email} How was “Beach Cleanup”`]);
    expect(await told(at(5 * hour))).toEqual([]);
  });

  it("come a day before to all, and two hours before only to people who have not confirmed", async () => {
    const eventId = await make.event({ organizer, eventDate });
    const [coming, silent, late] = await make.members(3);
    const ofComing = await make.join({ eventId, member: coming! });
    await make.join({ eventId, member: silent! });
    const ofLate = await make.join({ eventId, member: late! });
    const confirm = (registrationId: string) => confirmAttendanceByLink(make.context(), registrationId);
    await confirm(ofComing);
    const asked = [coming, silent, late].map((member) => `${member!.email} Are you coming`);
    expect((await told(at(-day))).toSorted()).toEqual(asked.toSorted());
    // A participant confirms after the reminders are written and before they are sent.
    await sweepReminders({ db: make.db, now: at(-2 * hour) });
    await confirm(ofLate);
    expect(await told(at(-2 * hour))).toEqual([`${silent!.email} Soon`]);
  });

  it("ask about attendance, with a button for each answer, and give the right time when the clocks change", async () => {
    // On that day New York sets its clocks forward: 24 hours before is a different time of day.
    eventDate = new Date("2099-03-08T13:00:00Z");
    const eventId = await make.event({ organizer, eventDate, title: "River clean-up" });
    await make.db.updateTable("events").set({ time_zone: "America/New_York" }).execute();
    const member = await make.member();
    await make.proven(member);
    const registrationId = await make.join({ eventId, member });
    await make.db
      .insertInto("guests")
      .values({ id: registrationId, registration_id: registrationId, name: "Rita", under18: false })
      .execute();
    await make.db.updateTable("registrations").set({ party_size: 2 }).where("id", "=", registrationId).execute();
    const [mail] = await make.mails(at(-day));
    expect(mail?.text).toContain("Rita");
    expect(mail?.subject).toBe("Are you coming? River clean-up, Sun, Mar 8, 2099, 9 – 11 AM New York time");
    expect(mail?.text).toMatch(/^River clean-up\nSun, Mar 8, 2099, 9 – 11 AM New York time\n/);
    const token = make.links.sign("registration", registrationId);
    expect(mail?.links.slice(0, 2)).toEqual([
      `https://goodturn.example/place#${token}&coming`,
      `https://goodturn.example/place#${token}&leave`,
    ]);
    expect(mail?.text).toMatch(/We are coming:\n.*\n\nSomebody is not coming:\n/);
    expect(mail?.calendar).toMatchObject({ method: "PUBLISH" });
    // The time of the event appears once, and the buttons come before less important text.
    const [, heading] = mail!.text.split("\n\n");
    expect(heading).toBe("Are you coming?");
    expect(mail?.text.split("Mar 8, 2099")).toHaveLength(2);
    const order = ["New York", "We are coming", "code@goodturn", "Your guests"];
    const places = order.map((words) => mail!.html.indexOf(words, mail!.html.indexOf("<h1")));
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(places).not.toContain(-1);
  });

  it("are sent once, even by several instances", async () => {
    const eventId = await make.event({ organizer, eventDate });
    for (let number = 0; number < 20; number++) await make.join({ eventId });
    const rounds = await Promise.all([1, 2, 3].map(() => make.mails(at(-day))));
    expect(rounds.flat()).toHaveLength(20);
    expect(new Set(rounds.flat().map(({ to }) => to)).size).toBe(20);
  });

  it("come for the new date when an event is moved, even by a program that does not know about reminders", async () => {
    const eventId = await make.event({ organizer, eventDate });
    const me = await make.member();
    await make.join({ eventId, member: me });
    expect(await told(at(-day))).toEqual([`${me.email} Are you coming`]);
    const moved = at(7 * day);
    await updateEvent(make.context(organizer), eventId, { eventDate: moved });
    expect(await told(at(-2 * hour))).toEqual([`${me.email} Changed`]);
    eventDate = moved;
    expect(await told(at(-day))).toEqual([`${me.email} Are you coming`]);
  });

  it("are not written for a date that the event no longer has", async () => {
    const eventId = await make.event({ organizer, eventDate });
    await make.join({ eventId });
    const payload = JSON.stringify({ eventId, eventDate: at(hour).toISOString() });
    const run_at = new Date();
    await make.db
      .insertInto("outbox")
      .values({ id: eventId, kind: "remind_day", key: "old", payload, run_at })
      .execute();
    expect(await make.mails()).toEqual([]);
  });

  it("are not sent if the event or registration has changed since they were written", async () => {
    const eventId = await make.event({ organizer, eventDate });
    const registrationId = await make.join({ eventId });
    const { member_id } = await make.db.selectFrom("registrations").select("member_id").executeTakeFirstOrThrow();
    const memberId = String(member_id);
    const ref = { eventId, memberId, registrationId };
    /** The recipients when a reminder of a date is due at a moment. */
    async function toldOf(date: Date, now: Date) {
      const reminder = { ...ref, eventDate: date.toISOString(), before: "soon" } as const;
      const tasks: Task[] = [{ kind: "reminder", key: newId(), payload: reminder }];
      await enqueueAll(make.db, tasks, now);
      return told(now);
    }
    const one = [expect.stringContaining("Soon")];
    const now = at(-3 * day);
    const set = (values: object) => make.db.updateTable("events").set(values).execute();
    expect(await toldOf(eventDate, now)).toEqual(one);
    // No reminder comes once the event was moved, has begun or is canceled, or once the member is back on the waitlist.
    expect(await toldOf(at(hour), now)).toEqual([]);
    await make.db.deleteFrom("outbox").execute();
    await set({ taken: 0 });
    expect(await toldOf(eventDate, eventDate)).toEqual([]);
    await set({ cancelled_at: now });
    expect(await toldOf(eventDate, now)).toEqual([]);
    await set({ cancelled_at: null });
    await make.db.updateTable("registrations").set({ status: "waitlisted" }).execute();
    expect(await toldOf(eventDate, now)).toEqual([]);
  });

  it("come in time for the longest event too; its organizer is asked for the outcome once it is over", async () => {
    const eventId = await make.event({ organizer, eventDate });
    const event_end = at(13 * day);
    await make.db.updateTable("events").set({ event_end }).where("id", "=", eventId).execute();
    await make.join({ eventId });
    expect(await told(at(-12 * hour))).toEqual([]);
    expect(await told(at(-hour / 2))).toEqual([]);
    expect(await told(at(13 * day + 2 * hour))).toEqual([expect.stringContaining("How was")]);
  });

  it("do not come to people who joined later or left, for canceled events, or long after they were due", async () => {
    const eventId = await make.event({ organizer, eventDate });
    const late = await make.join({ eventId });
    await make.db
      .updateTable("registrations")
      .set({ joined_at: at(-day) })
      .where("id", "=", late)
      .execute();
    expect(await told(at(-day + hour))).toEqual([]);

    const gone = await make.event({ organizer, eventDate });
    await make.join({ eventId: gone });
    const cancelled = await make.event({ organizer, eventDate, cancelReason: "Storm" });
    await make.join({ eventId: cancelled });
    await make.db.deleteFrom("registrations").where("event_id", "=", gone).execute();
    expect(await told(at(-day + hour))).toEqual([]);

    const missed = await make.event({ organizer, eventDate });
    await make.join({ eventId: missed });
    expect(await told(at(-11 * hour))).toEqual([]);
    expect(await told(at(3 * day))).toEqual([]);
  });

  it("are not even written for drafts, canceled events and the waitlist", async () => {
    const [shown, draft] = [await make.event({ organizer, eventDate }), await make.event({ organizer, eventDate })];
    const canceled = await make.event({ organizer, eventDate, cancelReason: "Storm" });
    for (const eventId of [shown, draft, canceled]) await make.join({ eventId });
    const waiting = await make.join({ eventId: shown });
    await make.db.updateTable("registrations").set({ status: "waitlisted" }).where("id", "=", waiting).execute();
    await make.db.updateTable("events").set({ is_draft: true }).where("id", "=", draft).execute();
    const written = async (kind: "remind_day" | "reminder") =>
      (await make.db.selectFrom("outbox").select("key").where("kind", "=", kind).execute()).map(({ key }) => key);
    await sweepReminders({ db: make.db, now: at(-day) });
    expect(await written("remind_day")).toEqual([`remind_day:${shown}:${eventDate.toISOString()}`]);
    await make.mails(at(-day));
    expect(await written("reminder")).toHaveLength(1);
  });

  it("are not written if an event was canceled or hidden since they were due", async () => {
    const [canceled, hidden] = [await make.event({ organizer, eventDate }), await make.event({ organizer, eventDate })];
    for (const eventId of [canceled, hidden]) await make.join({ eventId });
    await sweepReminders({ db: make.db, now: at(-day) });
    await make.db
      .updateTable("events")
      .set({ cancelled_at: at(-day) })
      .where("id", "=", canceled)
      .execute();
    await make.db.updateTable("events").set({ review: "hidden" }).where("id", "=", hidden).execute();
    await make.mails(at(-day));
    expect(await make.db.selectFrom("outbox").select("kind").where("kind", "=", "reminder").execute()).toEqual([]);
  });
});
