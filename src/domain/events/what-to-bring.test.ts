import { beforeEach, describe, expect, it } from "vitest";
import { type Call, callerOf } from "#test/call.ts";
import { testDatabase } from "#test/database.ts";
import { inTwoYears, makeIn, type Make, tomorrow } from "#test/make.ts";
import { updateEvent } from "../organizing/commands.ts";
import type { EventChanges } from "../organizing/shapes.ts";
import type { Member } from "../members/shapes.ts";
import { enqueue, type EventPlan } from "../outbox.ts";
import { joinEvent } from "../registrations/commands.ts";

let make: Make;
let call: Call;
let organizer: Member;
beforeEach(async () => {
  make = makeIn(await testDatabase());
  call = callerOf(make);
  organizer = await make.member();
});

const minute = 60_000;
const soon = () => new Date(Date.now() + 4 * minute);
const change = (eventId: string, changes: EventChanges) => updateEvent(make.context(organizer), eventId, changes);

/** The mails that are due, without their frames: the facts, and the text of the calendar entry. */
const told = async (now?: Date) =>
  (await make.mails(now)).map(({ text, calendar }) => ({
    facts: text.split("\n\n").find((part) => /^(When|Where|What to bring|Your code at the gate): /m.test(part)) ?? "",
    entry: calendar?.content.replace(/\r\n /g, "") ?? "",
  }));

describe("what to bring", () => {
  const input = {
    title: "Beach Cleanup",
    eventType: "cleanup",
    location: "Pier 1",
    eventDate: inTwoYears("-05-01T09:30:00Z"),
    maxParticipant: "20",
    thumbnailUrl: "https://example.org/a.jpg",
    description: "We walk the sand.",
  };

  it("can be set for a new event, changed, left alone and removed", async () => {
    const { token } = await make.signedIn();
    const json = { ...input, whatToBring: "  Gloves\nA hat " };
    const { insertedId: id } = (await call("POST", "/add-event", { token, json })).body;
    const now = async () => (await call("GET", `/view-event/${id}`)).body.whatToBring;
    const patch = (changes: object) => call("PATCH", `/events/${id}`, { token, json: changes });
    expect(await now()).toBe("Gloves\nA hat");
    await patch({ title: "Beach Cleanup again" });
    expect(await now()).toBe("Gloves\nA hat");
    await patch({ whatToBring: "Boots" });
    expect(await now()).toBe("Boots");
    await patch({ whatToBring: " " });
    expect(await now()).toBeNull();
    await patch({ whatToBring: "Boots" });
    await patch({ whatToBring: null });
    expect(await now()).toBeNull();
  });

  it("has at most 300 characters as a person counts them, for a new event and for a change", async () => {
    const { token, member } = await make.signedIn();
    const id = await make.event({ organizer: member });
    const add = (whatToBring: string) => call("POST", "/add-event", { token, json: { ...input, whatToBring } });
    const patch = (whatToBring: string) => call("PATCH", `/events/${id}`, { token, json: { whatToBring } });
    const family = "👨‍👩‍👧‍👦";
    for (const send of [add, patch]) {
      expect((await send(family.repeat(300))).status).toBe(200);
      const { status, body } = await send(family.repeat(301));
      const fields = [{ path: "whatToBring", message: "Please keep this to 300 characters." }];
      expect([status, body.fields]).toEqual([422, fields]);
    }
  });

  it("is in the mail to people who have joined and in its calendar entry, and is left out if not set", async () => {
    const bringing = await make.event({ whatToBring: "Gloves\nA hat" });
    const plain = await make.event();
    await joinEvent(make.context(await make.member()), { eventId: bringing });
    const [named] = await told();
    expect(named?.facts).toMatch(/^What to bring: Gloves\nA hat\nYour code at the gate: \w{4}$/);
    expect(named?.entry).toContain("What to bring:\\nGloves\\nA hat\\n\\nhttps://");
    await joinEvent(make.context(await make.member()), { eventId: plain });
    const [other] = await told();
    expect(other?.facts).toMatch(/^Your code at the gate: \w{4}$/);
    expect(other?.facts + (other?.entry ?? "")).not.toContain("What to bring");
  });

  it("is in the reminder of the day before", async () => {
    const eventDate = new Date(Date.now() + 10 * 24 * 60 * minute);
    const eventId = await make.event({ eventDate, whatToBring: "Gloves" });
    await make.join({ eventId });
    const [reminder] = await told(new Date(eventDate.getTime() - 24 * 60 * minute));
    expect(reminder?.facts).toMatch(/^What to bring: Gloves\nYour code at the gate: \w{4}$/);
  });

  it("is mailed with its old value when it changes, and updates calendars", async () => {
    const eventId = await make.event({ organizer, eventDate: tomorrow() });
    await make.join({ eventId });
    await change(eventId, { whatToBring: "Gloves" });
    const [added] = await told(soon());
    expect(added?.facts).toBe("What to bring: Gloves");
    expect(added?.entry).toContain("SEQUENCE:1");
    await change(eventId, { whatToBring: "Boots" });
    expect((await told(soon()))[0]?.facts).toBe("What to bring: Boots\n(before: Gloves)");
    await change(eventId, { whatToBring: null });
    expect((await told(soon()))[0]?.facts).toBe("What to bring: Nothing special anymore\n(before: Boots)");
    await change(eventId, { thumbnailUrl: "https://example.org/b.jpg", whatToBring: null });
    expect(await told(soon())).toEqual([]);
  });

  it("counts as unchanged for a task that was written before the field existed", async () => {
    const eventId = await make.event({ organizer, location: "Pier 2", whatToBring: "Gloves" });
    await make.join({ eventId });
    const was: EventPlan = {
      title: "Beach Cleanup",
      location: "Pier 1",
      eventDate: tomorrow().toISOString(),
      eventEnd: new Date(tomorrow().getTime() + 120 * minute).toISOString(),
      timeZone: "Asia/Dhaka",
    };
    const at = new Date();
    const payload = { eventId, was, is: { ...was, location: "Pier 2" }, at: at.toISOString() };
    await enqueue(make.db, { kind: "event_changed", key: "event_changed:old", payload }, at);
    const [mail, ...others] = await told();
    expect(mail?.facts).toBe("Where: Pier 2\n(before: Pier 1)");
    expect(others).toEqual([]);
  });
});
