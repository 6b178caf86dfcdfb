import ICAL from "ical.js";
import { beforeEach, describe, expect, it } from "vitest";
import { say } from "#messages/say.ts";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make } from "#test/make.ts";
import { morningZone } from "#test/morning-zone.ts";
import { registrationsIn } from "#test/registrations.ts";
import type { ReadMail } from "#test/read-mail.ts";
import { giveOwnCodes } from "../gates/commands.ts";
import { deleteEvent, updateEvent } from "../organizing/commands.ts";
import { inWords } from "../events/mails.ts";
import type { Member } from "../members/shapes.ts";
import { joinEvent, leaveEvent, acceptOffer } from "./commands.ts";

const minute = 60_000;
const hour = 60 * minute;

let make: Make;
let registrations: ReturnType<typeof registrationsIn>;
let organizer: Member;
beforeEach(async () => {
  make = makeIn(await testDatabase());
  registrations = registrationsIn(make);
  organizer = await make.member({ displayName: "Zoë", email: "zoe@example.org" });
});

/** The only event of a mail's calendar, read by an independent parser; the attached file is the same. */
function entryIn(mail: ReadMail | undefined) {
  const { method, content, attached } = mail?.calendar ?? { method: "", content: "", attached: "" };
  expect(attached).toBe(content);
  const calendar = new ICAL.Component(ICAL.parse(content));
  expect(calendar.getFirstPropertyValue("method")).toBe(method);
  const [event, ...others] = calendar.getAllSubcomponents("vevent").map((each) => new ICAL.Event(each));
  expect(others).toEqual([]);
  if (!event) throw new Error("no event in the calendar");
  const status = event.component.getFirstPropertyValue("status");
  const attendee = event.component.getFirstPropertyValue("attendee");
  return { method, uid: event.uid, sequence: event.sequence, status, attendee, start: event.startDate.toJSDate() };
}

/** The names of the pictures in the last mail that is due. */
const last = async () => (await make.mails()).at(-1)?.pictures.map(({ name }) => name) ?? [];

/** Checks the sentences that every mail has in its text, its HTML and its footer. */
function expectWhole({ text, html, subject, unsubscribe, links }: ReadMail) {
  for (const sentence of [subject, "Goodturn", "Unsubscribe from mails about"]) {
    expect(text).toContain(sentence);
    expect(html).toContain(sentence.replaceAll("&", "&amp;"));
  }
  for (const link of links) expect(html).toContain(link.replaceAll("&", "&amp;"));
  expect(text + html).not.toMatch(/\{\{|undefined|null|\[object|mail\./);
  expect(unsubscribe).toMatch(/^https:\/\/goodturn\.example\/api\/mails\/[\w-]+\.[\w-]{22}$/);
  expect(links).toContain(unsubscribe?.replace("/api/mails/", "/mails#"));
}

const fact = ({ text }: ReadMail, name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(text)?.[1];

describe("a mail about a registration", () => {
  it("confirms that the reader has joined, with time, location and guests, and adds the event to the calendar", async () => {
    const eventDate = new Date("2099-10-25T08:00:00Z");
    const eventId = await make.event({ organizer, title: "River & <b>sea</b>", eventDate, location: "Boat landing" });
    const me = await make.member({ displayName: "Amina" });
    await make.proven(me);
    const guests = [
      { name: "Rita", under18: true },
      { name: "Tom", under18: false },
    ];
    await joinEvent(make.context(me), { eventId, guests });
    const [mail, ...others] = await make.mails();
    expect(others).toEqual([]);
    expectWhole({ ...mail!, subject: "You have 3 spots" });
    expect(mail?.subject).toBe("You have 3 spots: River & <b>sea</b>");
    expect(mail?.text).toContain("Somebody is not coming:\n");
    expect(mail?.html).toContain("River &amp; &lt;b&gt;sea&lt;/b&gt;");
    expect(mail?.text).toMatch(/^River & <b>sea<\/b>\nSun, Oct 25, 2099, 2 – 4 PM Dhaka time\nBoat landing\n/);
    const codes = await giveOwnCodes(make.context(me), eventId);
    expect(fact(mail!, "Your code at the gate")).toBe(codes.code);
    // Each guest has a separate line, so that no code is separated from its name.
    const [rita, tom] = codes.guests.map(({ code }) => code);
    expect(mail?.text).toContain(`\nYour guests and their codes: Rita (under 18): ${rita}\nTom: ${tom}\n`);
    expect(mail?.html).toMatch(new RegExp(`Your code at the gate<br /><b [^>]*>${codes.code}</b>`));
    expect(mail?.html).toContain(`alt="QR code of ${codes.code}"`);
    expect(mail?.pictures.map(({ name }) => name)).toEqual(["goodturn.png", "cleanup.png", "code.png"]);
    expect(entryIn(mail)).toEqual({
      method: "REQUEST",
      uid: `${eventId}@goodturn.example`,
      sequence: 0,
      status: "CONFIRMED",
      attendee: `MAILTO:${me.email}`,
      start: eventDate,
    });
    expect(mail?.links.map((link) => link.replace(/#[\w-]+\.[\w-]{22}/, "#token"))).toEqual([
      `https://goodturn.example/view-event/${eventId}`,
      "https://goodturn.example/place#token&leave",
      "https://goodturn.example/mails#token",
    ]);
  });

  it("shows the drawing that the organizer chose, the event type's for a photo, and none for a deleted event", async () => {
    const address = "https://goodturn.example/scenes/food-3.svg";
    const chosen = ["/scenes/cleanup-2.svg", address, "https://example.org/scenes/food-3.svg", "/pictures/1", null];
    const drawings: string[][] = [];
    for (const thumbnailUrl of chosen) {
      const eventId = await make.event({ organizer, thumbnailUrl });
      await joinEvent(make.context(await make.member()), { eventId });
      drawings.push(await last());
      if (thumbnailUrl !== null) continue;
      await deleteEvent(make.context(organizer), eventId, {});
      drawings.push(await last());
    }
    expect(drawings.map(([, drawing]) => drawing)).toEqual([
      "cleanup-2.png",
      "food-3.png",
      "cleanup.png",
      "cleanup.png",
      "cleanup.png",
      undefined,
    ]);
  });

  it("tells until when a spot is held, that it is accepted, and that the reader has left the waitlist", async () => {
    const { eventId, second, third } = await registrations.fullWithWaitlist();
    const offered = (await make.mails())[0]!;
    expectWhole({ ...offered, subject: "A spot for you" });
    expect(offered.to).toBe(second.email);
    const registration = (await registrations.rows(eventId)).find(({ member_id }) => member_id === second.id);
    const until = registration?.offer_expires_at;
    expect(fact(offered, "Held for you until")).toBe(
      until && inWords({ eventDate: until.toISOString(), timeZone: morningZone() }),
    );
    const token = make.links.sign("registration", registration?.id ?? "");
    expect(offered.links.slice(0, 2)).toEqual([
      `https://goodturn.example/place#${token}&take`,
      `https://goodturn.example/place#${token}&leave`,
    ]);
    expect(offered.text).toContain("Take the spot:\n");
    expect(offered.text).toContain("Decline:\n");
    expect(entryIn(offered)).toMatchObject({ method: "PUBLISH", status: "TENTATIVE" });

    await acceptOffer(make.context(second), eventId);
    const [joined] = await make.mails();
    expect([joined?.subject, entryIn(joined).method]).toEqual(["You have a spot: Beach Cleanup", "REQUEST"]);

    await leaveEvent(make.context(third), eventId);
    const [left] = await make.mails();
    expectWhole({ ...left!, subject: "You have left the waitlist" });
    expect([left?.subject, entryIn(left).method]).toEqual(["You have left the waitlist: Beach Cleanup", "CANCEL"]);
  });

  it("tells the reader's position on the waitlist, and that the reader has left", async () => {
    const eventId = await make.event({ maxParticipant: "1" });
    const [first, second] = (await make.members(2)) as [Member, Member];
    await make.proven(second);
    await joinEvent(make.context(first), { eventId });
    await make.mails();
    await joinEvent(make.context(second), { eventId, guests: [{ name: "Rita", under18: false }] });
    const waiting = (await make.mails())[0]!;
    // The event is named once, at the head.
    expectWhole({ ...waiting, subject: "You are on the waitlist" });
    expect(waiting.text.split("Beach Cleanup")).toHaveLength(2);
    expect(waiting.subject).toBe("You are on the waitlist: Beach Cleanup");
    expect([fact(waiting, "Your number on the waitlist"), fact(waiting, "Your guests")]).toEqual(["1", "Rita"]);
    expect(entryIn(waiting)).toMatchObject({ method: "PUBLISH", status: "TENTATIVE" });

    // People who are waitlisted and at once offered a spot get only the mail about the offer.
    const third = await make.member();
    await joinEvent(make.context(third), { eventId });
    await leaveEvent(make.context(second), eventId);
    await leaveEvent(make.context(first), eventId);
    const mails = await make.mails();
    const offered = say("mail.registration.offered.subject", { title: "Beach Cleanup", count: 1 });
    expect(mails.filter(({ to }) => to === third.email).map(({ subject }) => subject)).toEqual([offered]);
    const left = mails.find(({ to }) => to === first.email)!;
    expectWhole({ ...left, subject: "You have left" });
    expect(left).toMatchObject({ to: first.email, subject: "You have left: Beach Cleanup" });
    expect(entryIn(left)).toMatchObject({ method: "CANCEL", status: "CANCELLED" });
  });

  it("is built when it goes out: a reader who has joined since is not told about the waitlist", async () => {
    const eventId = await make.event({ maxParticipant: "1" });
    const [first, second] = (await make.members(2)) as [Member, Member];
    for (const member of [first, second]) await joinEvent(make.context(member), { eventId });
    await leaveEvent(make.context(first), eventId);
    await acceptOffer(make.context(second), eventId);
    const told = (await make.mails()).filter(({ to }) => to === second.email);
    const joined = say("mail.registration.joined.subject", { title: "Beach Cleanup", count: 1 });
    expect(told.map(({ subject }) => subject)).toEqual([joined]);
  });
});

/** Changes an event as its organizer. */
const change = (eventId: string, changes: Parameters<typeof updateEvent>[2], now = new Date()) =>
  updateEvent(make.context(organizer, now), eventId, changes);
/** The moment when a change made just now is mailed. */
const soon = (now = new Date()) => new Date(now.getTime() + 3 * minute + 1000);

describe("a change of an event", () => {
  it("is mailed once, with old and new values, for several changes together", async () => {
    const eventDate = new Date("2099-03-08T15:00:00Z");
    const now = new Date("2099-03-01T12:00:00Z");
    const eventId = await make.event({ organizer, eventDate, location: "Pier 1" });
    const me = await make.member();
    await joinEvent(make.context(me), { eventId });
    await make.mails();
    await change(eventId, { title: "Typo" }, now);
    await change(eventId, { title: "Beach Cleanup at dawn", location: "Pier 2" }, now);
    await change(eventId, { eventDate: new Date("2099-03-08T09:00:00Z"), timeZone: "America/New_York" }, now);
    await change(eventId, { description: "Bring boots.", maxParticipant: "30" }, now);
    // Nothing is mailed while the organizer is still making changes.
    expect(await make.mails(now)).toEqual([]);
    const [mail, ...others] = await make.mails(soon(now));
    expect(others).toEqual([]);
    expectWhole({ ...mail!, subject: "This event has changed" });
    expect(fact(mail!, "Title")).toBe("Beach Cleanup at dawn");
    expect(mail?.text).toContain("(before: Beach Cleanup)");
    expect(mail?.text).not.toContain("Typo");
    // The clocks there went forward that night.
    expect(fact(mail!, "When")).toContain("Sun, Mar 8, 2099, 5 – 7 AM New York time");
    expect(mail?.text).toContain("(before: Sun, Mar 8, 2099, 9 – 11 PM Dhaka time)");
    expect(mail?.text).toContain("Where: Pier 2\n(before: Pier 1)");
    const entry = entryIn(mail);
    expect(entry).toMatchObject({ method: "REQUEST", sequence: 3, start: new Date("2099-03-08T09:00:00Z") });
    expect(await make.mails(new Date(now.getTime() + hour))).toEqual([]);
  });

  it("is mailed again if it changes after the mail, but not if the change was undone", async () => {
    const eventId = await make.event({ organizer, location: "Pier 1" });
    await make.join({ eventId });
    await change(eventId, { location: "Pier 2" });
    expect(await make.mails(soon())).toHaveLength(1);
    await change(eventId, { location: "Pier 3" });
    const [mail] = await make.mails(soon());
    expect(mail?.text).toContain("Where: Pier 3\n(before: Pier 2)");
    await change(eventId, { location: "Pier 4" });
    await change(eventId, { location: "Pier 3" });
    expect(await make.mails(soon())).toEqual([]);
  });

  it("is not mailed to the organizer, nor to people who joined later or have left", async () => {
    const eventId = await make.event({ organizer });
    const [early, gone, late] = (await make.members(3)) as [Member, Member, Member];
    for (const member of [organizer, early, gone]) await joinEvent(make.context(member), { eventId });
    await change(eventId, { location: "Pier 2" });
    await leaveEvent(make.context(gone), eventId);
    await joinEvent(make.context(late), { eventId });
    await make.mails();
    expect((await make.mails(soon())).map(({ to }) => to)).toEqual([early.email]);
  });

  it("of the date asks people to confirm their attendance again", async () => {
    const [eventId, other] = [await make.event({ organizer }), await make.event({ organizer })];
    const registrationId = await make.join({ eventId });
    const confirmedElsewhere = { attendance_confirmed_at: new Date() };
    await make.join({ eventId: other });
    await make.db.updateTable("registrations").set(confirmedElsewhere).where("event_id", "=", other).execute();
    const confirm = make.db
      .updateTable("registrations")
      .set({ attendance_confirmed_at: new Date() })
      .where("id", "=", registrationId);
    await confirm.execute();
    await change(eventId, { location: "Pier 2" });
    expect((await registrations.rows(eventId))[0]?.attendance_confirmed_at).not.toBeNull();
    await change(eventId, { eventDate: new Date(Date.now() + 48 * hour) });
    expect((await registrations.rows(eventId))[0]?.attendance_confirmed_at).toBeNull();
    expect(await registrations.rows(other)).toMatchObject([confirmedElsewhere]);
  });

  it("leaves the calendar entry of waitlisted people tentative, and lets them leave the waitlist", async () => {
    const eventId = await make.event({ organizer, maxParticipant: "1" });
    const [joined, waitlisted] = (await make.members(2)) as [Member, Member];
    for (const member of [joined, waitlisted]) await joinEvent(make.context(member), { eventId });
    await make.mails();
    await change(eventId, { location: "Pier 2" });
    const mails = await make.mails(soon());
    const [toJoined, toWaitlisted] = [joined, waitlisted].map(({ email }) => mails.find(({ to }) => to === email));
    expect(entryIn(toJoined)).toMatchObject({ method: "REQUEST", status: "CONFIRMED" });
    expect(entryIn(toWaitlisted)).toMatchObject({ method: "PUBLISH", status: "TENTATIVE" });
    expect(toJoined?.text).toContain(`${say("mail.action.leave", { count: 1 })}:`);
    expect(toJoined?.text).toContain("please free your spot.");
    expect(toWaitlisted?.text).not.toContain("your spot.");
    expect(toWaitlisted?.text).toContain(say("mail.action.leave_waitlist"));
  });
});

describe("an event that is deleted", () => {
  it("is removed from the calendars of everyone who was registered", async () => {
    const eventId = await make.event({ organizer, title: "River clean-up" });
    const me = await make.member();
    await make.join({ eventId, member: me });
    await deleteEvent(make.context(organizer), eventId, {});
    const [mail] = await make.mails();
    expectWhole({ ...mail!, subject: "Canceled" });
    expect(mail?.html.match(/class="edge-\w+"/g)).toEqual([`class="edge-none"`]);
    expect(mail).toMatchObject({ to: me.email, subject: "Canceled: River clean-up" });
    expect(entryIn(mail)).toMatchObject({ method: "CANCEL", status: "CANCELLED", sequence: 1 });
    expect(entryIn(mail).uid).toBe(`${eventId}@goodturn.example`);
  });
});
