import { beforeEach, describe, expect, it } from "vitest";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make } from "#test/make.ts";
import { makeTowns } from "#test/towns.ts";
import { notePublished } from "../events/publishing.ts";
import type { Member } from "../members/shapes.ts";
import { joinEvent } from "../registrations/commands.ts";
import { follow } from "./commands.ts";
import type { FollowInput } from "./shapes.ts";
import { sweepFollows } from "./telling.ts";

/** Dates are in May 2030. Its ninth and sixteenth are Thursdays, when mails come at five. */
const at = (time: string) => new Date(`2030-05-${time}:00Z`);
const start = at("05T08:00");
const thursday = at("09T17:00");
const nextThursday = at("16T17:00");

let make: Make;
let organizer: Member;
let reader: Member;
beforeEach(async () => {
  make = makeIn(await testDatabase());
  [organizer, reader] = (await make.members(2)) as [Member, Member];
  await make.proven(organizer, reader);
  // Readers can only follow an organizer with a public event.
  await make.event({ organizer, eventDate: at("01T08:00") });
});

/** Creates an event that is public from a moment on. */
async function published(now: Date, wishes: Parameters<Make["event"]>[0] = {}): Promise<string> {
  const id = await make.event({ organizer, eventDate: at("28T08:00"), ...wishes });
  await notePublished(make.db, [id], now);
  return id;
}
const follows = (input: FollowInput) => follow(make.context(reader, start), input);
const listOf = (query: string) => `https://goodturn.example/upcoming-events${query && `?${query}`}`;
const mailsAt = (now: Date) => make.mails(now, undefined, sweepFollows);

describe("newsMail", () => {
  it("has at most eight events; the others are counted, and are in the followed list", async () => {
    await follows({ about: "filter", filter: "category=cleanup" });
    for (let number = 0; number < 21; number++) await published(start);
    const [mail] = await mailsAt(thursday);
    expect(mail?.subject).toBe("21 new events for you");
    expect(mail?.text.match(/Beach Cleanup/g)).toHaveLength(8);
    expect(mail?.text).toContain(
      "There are 21 new events for what you follow: Events in Clean up Drive. Here are the first 8 of 21, soonest first. All times",
    );
    expect(mail?.text).not.toMatch(/\nAnd /);
    expect(mail?.text).toContain(`See the list with all 21:\n${listOf("category=cleanup")}`);
  });

  it("links to the list of each follow that has one, and to the whole list by its name", async () => {
    const everything = `See all upcoming events:\n${listOf("")}\n`;
    const lists = "You'll find the others in the lists linked at the end of this e-mail.";
    await follows({ about: "filter", filter: "category=cleanup" });
    await follows({ about: "filter", filter: "search=beach" });
    for (let number = 0; number < 29; number++) await published(start);
    await makeTowns(make.db, [{ id: 1, name: "Teknaf" }]);
    await make.db.updateTable("events").set({ town_id: 1 }).execute();
    const [mail] = await mailsAt(thursday);
    expect(mail?.text).toContain(everything);
    expect(mail?.text).not.toContain("for what you follow:");
    // Events that are not all in one list are named: eight in full and twenty on a line each; the rest is in the lists.
    expect(mail?.text).toContain(`Here are the first 28 of 29, soonest first. ${lists}`);
    expect(mail?.text).toMatch(
      /\n\nAnd 20 more\n\n(Beach Cleanup\nTue, May 28, 2030, 2 – 4 PM · Teknaf\nhttps:\S+\n\n){20}See /,
    );
    expect(mail?.html.match(/>Beach Cleanup<\/a\s*>/g)).toHaveLength(28);
    expect(mail?.html.match(/>2\u00a0–\u2060\u00a04\u00a0PM · Teknaf</g)).toHaveLength(20);
    // Programs cut off mails of more than 100 kB.
    expect(mail?.html.length).toBeLessThan(80_000);
    for (const query of ["category=cleanup", "search=beach"])
      for (const [what, part] of [
        [mail?.text, `\n${listOf(query)}\nStop: https://goodturn.example/newsletter#`],
        [mail?.html, `<a href="${listOf(query)}" `],
      ] as const)
        expect(what).toContain(part);
    // An organizer's events have no list, so the mail mentions none.
    await follows({ about: "organizer", id: organizer.id });
    for (let number = 0; number < 9; number++) await published(thursday);
    const [mixed] = await mailsAt(nextThursday);
    expect(mixed?.text).toContain(everything);
    expect(mixed?.text).toContain("\n\nAnd one more\n\nBeach Cleanup\nTue, May 28, 2030, 2 – 4 PM\n");
    expect(mixed?.text).toContain("This is new since our last e-mail");
    expect(mixed?.text).not.toContain("See the event:");
    expect(mixed?.text).toContain(`${listOf("search=beach")}\nStop: `);
    expect(mixed?.text).toContain(`\n${organizer.displayName}\nStop: `);
    expect(mixed?.text).not.toContain(lists);
    for (let number = 0; number < 29; number++) await published(nextThursday);
    const [more] = await mailsAt(at("23T17:00"));
    expect(more?.text).toContain("Here are the first 28 of 29, soonest first.");
    expect(more?.text).not.toContain(lists);
  });

  it("links to the followed list even if it shows everything that is new", async () => {
    await follows({ about: "filter", filter: "category=cleanup" });
    await published(start);
    const [mail] = await mailsAt(thursday);
    expect(mail?.text).toContain(`See all that match:\n${listOf("category=cleanup")}\n`);
    // The only event comes first.
    expect(mail?.text).toMatch(
      /There is a new event for what you follow: Events in Clean up Drive\.\n[^]*See the event:\n\S+\/view-event\/[^]*See all that match:/,
    );
    expect(mail?.text).not.toContain("Here are the first");
    // A single event names its own zone.
    expect(mail?.text).toMatch(/ PM Dhaka time\n/);
    expect(mail?.text).not.toContain("All times");
  });

  it("links newsletter readers to the whole list, by its name", async () => {
    await follows({ about: "filter", filter: "" });
    await published(start, { eventDate: new Date("2030-06-20T08:00:00Z") });
    const [mail] = await mailsAt(new Date("2030-06-06T17:00:00Z"));
    expect(mail?.text).toContain(`See all upcoming events:\n${listOf("")}\n`);
    expect(mail?.text).toContain("\nThis event is new since our last e-mail.\n");
    expect(mail?.text).not.toContain("for what you follow:");
  });

  it("names a shared time zone once, and the year unless it is the current one", async () => {
    await follows({ about: "organizer", id: organizer.id });
    await published(start, { title: "Rake" });
    await published(start, { title: "Row" });
    await published(start, { title: "Plant", eventDate: new Date("2031-01-04T08:00:00Z") });
    const [mail] = await mailsAt(thursday);
    expect(mail?.text).toContain(
      `There are 3 new events for what you follow: ${organizer.displayName}. The soonest comes first.`,
    );
    expect(mail?.text).toContain("The soonest comes first. All times are Dhaka time.");
    expect(mail?.text.match(/Dhaka time/g)).toHaveLength(1);
    // A leaf has the day, and a line has the date of another year.
    expect(mail?.html.match(/Tue<br \/><b[^>]*>28<\/b><br \/>May/g)).toHaveLength(2);
    expect(mail?.html).not.toContain("2030");
    expect(mail?.html).toMatch(/>Sat, Jan\u00a04, 2031, 2\u00a0–/);
    await published(thursday, { title: "Near" });
    const far = await published(thursday, { title: "Far" });
    await make.db.updateTable("events").set({ time_zone: "Europe/Lisbon" }).where("id", "=", far).execute();
    const [mixed] = await mailsAt(nextThursday);
    expect(mixed?.text).not.toContain("All times");
    expect(mixed?.text).toContain("PM Dhaka time");
    expect(mixed?.text).toContain("AM Lisbon time");
  });

  it("says what is left as a card does: spots that are kept for the waitlist are not left", async () => {
    await follows({ about: "organizer", id: organizer.id });
    const kept = await published(start, { title: "Kept", maxParticipant: "2" });
    await make.join({ eventId: kept });
    await joinEvent(make.context(await make.member(), start), {
      eventId: kept,
      guests: [{ name: "Rita", under18: false }],
    });
    const open = await published(start, { title: "Open", maxParticipant: "2" });
    await make.join({ eventId: open });
    await published(start, { title: "Wide", maxParticipant: "No limit" });
    const mail = (await mailsAt(thursday)).find(({ subject }) => subject === "3 new events for you");
    const about = (title: string) => new RegExp(`\n\n${title}\n.*\n.*\n(.*)\n`).exec(mail!.text)?.[1];
    expect(["Kept", "Open", "Wide"].map(about)).toEqual([
      "Clean up Drive · Full · waitlist",
      "Clean up Drive · 1 spot left",
      "Clean up Drive",
    ]);
    // Few spots are clay; an event that is full is not.
    expect(mail?.html.match(/<b\s+class="clay"[^>]*>[^<]*/g)?.map((part) => part.split(">")[1])).toEqual([
      "1 spot left",
    ]);
  });

  it("has an only event at its head, with its title, and greets only members whose name is known", async () => {
    await follows({ about: "organizer", id: organizer.id });
    await published(start, { title: "Only one", eventType: "food" });
    const [mail] = await mailsAt(thursday);
    expect(mail?.html.match(/<h1[^>]*>\s*Only one\s*<\/h1>/g)).toHaveLength(1);
    expect(mail?.html).toMatch(/class="edge-food"/);
    expect(mail?.text).toMatch(/^Only one\n[^]*\nFood Distribution · 20 spots left\n\nA new event for you\n\nHello /);
    await make.db.updateTable("members").set({ email_verified: false }).where("id", "=", reader.id).execute();
    await published(thursday, { title: "Next one" });
    const [next] = await mailsAt(nextThursday);
    expect(next?.text).toMatch(/\n\nA new event for you\n\n(?!Hello)/);
    expect(next?.html).not.toContain("Hello");
  });

  it("leaves out events from before the follow, events near a removed town, and new events for a follower who waits for a spot", async () => {
    await makeTowns(make.db, [{ id: 1, name: "Porto", lat: 41.15, lon: -8.61 }]);
    const full = await make.event({ organizer, eventDate: at("28T08:00"), maxParticipant: "1" });
    await make.join({ eventId: full });
    await follows({ about: "event", id: full });
    await follows({ about: "filter", filter: "category=food" });
    await follows({ about: "filter", filter: "near=Porto&category=education" });
    await make.db.deleteFrom("towns").execute();
    await published(at("06T08:00"), { title: "Before" });
    await published(at("06T08:00"), { title: "Soup", eventType: "food" });
    await published(at("06T08:00"), { title: "Class", eventType: "education" });
    expect(await mailsAt(at("06T09:00"))).toEqual([]);
    await follow(make.context(reader, at("07T08:00")), { about: "organizer", id: organizer.id });
    await published(at("08T08:00"), { title: "After" });
    const [mail, ...others] = await mailsAt(thursday);
    expect([mail?.subject, others]).toEqual(["2 new events for you", []]);
    expect(mail?.text).toMatch(/\n\nSoup\n[^]*\n\nAfter\n/);
  });
});
