import { beforeEach, describe, expect, it } from "vitest";
import { type Call, callerOf } from "#test/call.ts";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make } from "#test/make.ts";
import type { Member } from "../members/shapes.ts";
import { updateEvent } from "../organizing/commands.ts";
import type { EventUpdate } from "../organizing/shapes.ts";
import { enqueue } from "../outbox.ts";
import { inWords } from "./mails.ts";

const minute = 60_000;
const soon = () => new Date(Date.now() + 4 * minute);

let make: Make;
let call: Call;
let organizer: Member;
let eventId: string;
beforeEach(async () => {
  make = makeIn(await testDatabase());
  call = callerOf(make);
  organizer = await make.member();
  eventId = await make.event({ organizer, location: "Pier 1", description: "We meet at the kiosk." });
  await make.join({ eventId });
});

const change = (changes: EventUpdate, now = new Date()) => updateEvent(make.context(organizer, now), eventId, changes);
/** The changes that a mail lists, and the organizer's note, without the frame of the mail. */
async function told(now = soon()) {
  return (await make.mails(now)).map(({ text }) =>
    text
      .split("\n\n")
      .filter((part) => /^(When|Where|Title|What to bring|New description|The organizer writes): /.test(part)),
  );
}
const note = "The kiosk is closed.";

describe("tellChanges", () => {
  it("tells people the whole new description, and changes nothing in calendars", async () => {
    await change({ description: "We meet at the bridge." });
    const [mail, ...others] = await make.mails(soon());
    expect(others).toEqual([]);
    expect(mail?.text).toContain("New description: We meet at the bridge.\n");
    expect(mail?.text).not.toContain("kiosk");
    expect(mail?.calendar?.content).toContain("SEQUENCE:0");
    await change({ description: "" });
    expect(await told()).toEqual([["New description: None anymore"]]);
  });

  it("puts the organizer's note into the mail, and each of several notes within a few minutes", async () => {
    await change({ description: "We meet at the bridge.", note });
    await change({ location: "Bridge", note: "It has a roof." });
    expect(await told()).toEqual([
      [
        `The organizer writes: ${note}`,
        "The organizer writes: It has a roof.",
        "Where: Bridge\n(before: Pier 1)\nNew description: We meet at the bridge.",
      ],
    ]);
    // A mail keeps the last five notes, however many changes there are before it is sent.
    for (let number = 1; number <= 7; number++) await change({ location: `Pier ${number}`, note: `${number}.` });
    const [lines] = await told();
    expect(lines?.slice(0, -1)).toEqual([3, 4, 5, 6, 7].map((number) => `The organizer writes: ${number}.`));
  });

  it("tells people the event's time first, even if it has not changed, and the old one if it has", async () => {
    // A day with its times, as mails about this event write them.
    const moment = /\w{3}, \w{3} \d+, \d{4}, [^\n]+ Dhaka time/g;
    await change({ location: "Bridge", note });
    const [mail] = await make.mails(soon());
    const { event_date, event_end } = await make.db.selectFrom("events").selectAll().executeTakeFirstOrThrow();
    const times = { eventDate: event_date.toISOString(), eventEnd: event_end.toISOString(), timeZone: "Asia/Dhaka" };
    expect(mail!.text.split("\n").slice(0, 3)).toEqual(["Beach Cleanup", inWords(times), "Bridge"]);
    expect(mail!.text.match(moment)).toHaveLength(1);
    expect(mail!.text.search(moment)).toBeLessThan(mail!.text.indexOf(note));
    // The new and the old time, without any other change.
    const eventDate = new Date(Date.now() + 48 * 60 * minute);
    await change({ eventDate, location: "Pier 2" });
    const [moved] = await make.mails(soon());
    const [first, changed, old, ...others] = moved!.text.match(moment) ?? [];
    expect([changed, others]).toEqual([first, []]);
    expect(old).not.toBe(first);
  });

  it("sends no mail about a typo if the organizer says so, but always sends a new time or location", async () => {
    await change({ title: "Beach Clean-up", description: "We meet at the Kiosk.", whatToBring: "Gloves", tell: false });
    expect(await told()).toEqual([]);
    await change({ title: "Beach cleanup", location: "Pier 2", tell: false });
    expect(await told()).toEqual([["Where: Pier 2\n(before: Pier 1)"]]);
    const eventDate = new Date(Date.now() + 48 * 60 * minute);
    await change({ eventDate, description: "We meet at the kiosk!", tell: false, note });
    expect(await told()).toEqual([[`The organizer writes: ${note}`, expect.stringMatching(/^When: [^\n]+\n[^\n]+$/)]]);
    await change({ timeZone: "Europe/Lisbon", tell: false });
    expect(await told()).toHaveLength(1);
    await change({ eventEnd: new Date(eventDate.getTime() + minute), tell: false });
    expect(await told()).toHaveLength(1);
  });

  it("corrects a typo in a change that is not mailed yet, and leaves out other changes without a mail", async () => {
    await change({ description: "We meet at the brige." });
    await change({ description: "We meet at the bridge.", title: "Beach Clean-up", tell: false });
    expect(await told()).toEqual([["New description: We meet at the bridge."]]);
    // People who join after the last change know it, even if a typo is corrected after they join.
    await change({ location: "Pier 2" });
    const late = await make.join({ eventId });
    const joined_at = new Date(Date.now() + minute / 2);
    await make.db.updateTable("registrations").set({ joined_at }).where("id", "=", late).execute();
    await change({ title: "Beach Cleanup", tell: false }, new Date(Date.now() + minute));
    expect(await told()).toEqual([["Where: Pier 2\n(before: Pier 1)"]]);
  });

  it("handles a task that was written before tasks had descriptions", async () => {
    const plan = { title: "Beach Cleanup", location: "Pier 0", eventDate: "", eventEnd: "", timeZone: "Asia/Dhaka" };
    const { event_date, event_end } = await make.db.selectFrom("events").selectAll().executeTakeFirstOrThrow();
    const was = { ...plan, eventDate: event_date.toISOString(), eventEnd: event_end.toISOString() };
    const payload = { eventId, was, is: { ...was, location: "Pier 1" }, at: new Date().toISOString() };
    await enqueue(make.db, { kind: "event_changed", key: "old", payload }, new Date(), new Date(Date.now() + minute));
    await change({ description: "We meet at the bridge." });
    expect(await told()).toEqual([["Where: Pier 1\n(before: Pier 0)\nNew description: We meet at the bridge."]]);
  });
});

describe("PATCH /events/{id}", () => {
  it("accepts a note of 300 characters, and rejects longer ones, several lines, and a note without any mail to carry it", async () => {
    const { token, member } = await make.signedIn();
    const id = await make.event({ organizer: member });
    const patch = async (json: object) => (await call("PATCH", `/events/${id}`, { token, json })).body;
    expect(await patch({ location: "Pier 2", note: "🙂".repeat(300) })).toMatchObject({ modifiedCount: 1 });
    const wrong: [object, string][] = [
      [{ location: "Pier 3", note: "a".repeat(301) }, "Please keep this to 300 characters."],
      [{ location: "Pier 3", note: "a\nb" }, "Please write this on one line, without invisible control characters."],
      [{ thumbnailUrl: "https://example.org/b.jpg", note }, "Nothing you changed is e-mailed"],
      [{ title: "Other", tell: false, note }, "Nothing you changed is e-mailed"],
    ];
    for (const [json, message] of wrong) {
      const { code, fields } = await patch(json);
      expect([code, fields]).toEqual(["invalid", [{ path: "note", message: expect.stringContaining(message) }]]);
    }
    expect((await patch({ location: "Pier 3", tell: "no" })).fields).toMatchObject([{ path: "tell" }]);
    // A rejected request changes nothing.
    expect((await call("GET", `/view-event/${id}`)).body).toMatchObject({ title: "Beach Cleanup", location: "Pier 2" });
  });
});
