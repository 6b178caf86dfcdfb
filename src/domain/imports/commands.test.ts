import { beforeEach, describe, expect, it } from "vitest";
import { attemptsFor, makeIn, type Make } from "#test/make.ts";
import { outcomeOf } from "#test/call.ts";
import { testDatabase } from "#test/database.ts";
import { day, first, importing, inUtc, sourceOf } from "#test/importing.ts";
import { calendarWith, testImporter } from "#test/web.ts";
import { exportAccount } from "../accounts/queries.ts";
import { getEvent } from "../events/queries.ts";
import type { Member } from "../members/shapes.ts";
import { cancelEvent, deleteEvent, updateEvent } from "../organizing/commands.ts";
import { EventInput } from "../organizing/shapes.ts";
import { joinEvent } from "../registrations/commands.ts";
import { importEvent } from "./commands.ts";
import { findEventsAt, findEventsIn } from "./queries.ts";
import { foundMax } from "./rules.ts";
import { EventSource } from "./shapes.ts";

let make: Make;
let organizer: Member;
beforeEach(async () => {
  make = makeIn(await testDatabase());
  organizer = await make.member();
});

const { context, look, findOne, take, again, own } = importing(() => ({ make, organizer }));
const lookAt = (address: string, more = {}) => findEventsAt({ ...context(), ...more }, { address, ...inUtc });

/** The description of a calendar's only event that names a page. */
async function wordsWith(page: string) {
  const { events } = await look(calendarWith("a@example.org", first, [`URL:${page}`]));
  return events[0]?.description;
}

describe("importing", () => {
  it("creates an event from the chosen data, like any other, and none twice", async () => {
    const found = await findOne();
    expect(found).toMatchObject({ title: "Reading hour", location: "Library", eventType: "education", known: null });
    const { insertedId } = await take(found, { maxParticipant: "30", eventType: "awareness" });
    const made = await getEvent(make.context(), insertedId);
    expect(made).toMatchObject({ title: "Reading hour", eventType: "awareness", capacity: 30, status: "active" });
    expect([made.eventDate, made.timeZone]).toEqual([first.toISOString(), "UTC"]);

    expect((await findOne()).known).toMatchObject({ eventId: insertedId, state: "same", changes: [], kept: [] });
    expect(await outcomeOf(take(found))).toBe("already_imported");
    const both = await Promise.allSettled([0, 1].map(async () => take({ ...found, uid: "other@example.org" })));
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(await own()).toHaveLength(2);
    // Another organizer's calendar may have the same event.
    const other = await make.member();
    expect((await findOne(first, other)).known).toBe(null);
    await take(found, {}, other);
    expect(await own(other)).toHaveLength(1);
  });

  it("leaves out events that calendars cannot express, and shows the others", async () => {
    const calendars = ["20980101T000000", "99981231T120000", "99991231T233000"].map((begin, at) =>
      calendarWith(`${at}@example.org`)
        .replace(/DTSTART:.*/, `DTSTART;TZID=America/New_York:${begin}`)
        .replace(/DTEND:.*\r\n/, ""),
    );
    const { events, leftOut } = await look(calendars.join("\r\n"));
    expect([events.map(({ uid }) => uid), leftOut.unreadable]).toEqual([["0@example.org", "1@example.org"], 1]);
  });

  it("accepts a source on the web, or a file", async () => {
    const found = await findOne();
    const isTaken = (address: string | null) => EventSource.safeParse({ ...found, address }).success;
    for (const address of ["https://example.org/a.ics", "http://example.org", null])
      expect(isTaken(address)).toBe(true);
    const others = ["", "example.org", "webcal://example.org/a.ics", "ftp://example.org/a", "file:///etc/passwd"];
    for (const address of [...others, "javascript:alert(1)", "data:text/html,x", " https://"]) {
      expect([address, isTaken(address)]).toEqual([address, false]);
    }
    expect(await wordsWith("https://example.org/a")).toBe("We read aloud.\n\nhttps://example.org/a");
    for (const url of ["javascript:alert(1)", "https://[", "ftp://example.org"])
      expect(await wordsWith(url)).toBe("We read aloud.");
  });

  it("stores nothing for a search or a rejected import", async () => {
    const found = await findOne();
    expect(await outcomeOf(take(found, { eventDate: new Date(0).toISOString() }))).toBe("invalid");
    expect(await make.db.selectFrom("imports").selectAll().execute()).toEqual([]);
    expect((await findOne()).known).toBe(null);
  });

  it("follows the rules for any new event: a host's approval, hosts' listed words, the number of events", async () => {
    const found = await findOne();
    const event = EventInput.parse({ ...found, thumbnailUrl: "/scenes/education.svg" });
    const takeAs = (uid: string, more: object = {}) =>
      importEvent({ ...context(), ...more }, { source: { ...sourceOf(found), uid }, event });
    expect(await takeAs("1@example.org", { looksFirst: true })).toMatchObject({ status: "unapproved" });
    await make.db.insertInto("listed_words").values({ word: "reading hour", listed_at: new Date() }).execute();
    expect(await takeAs("2@example.org")).toMatchObject({ status: "unapproved" });
    const { limitAttempts } = attemptsFor(make.db, { event: { account: { most: 0, seconds: 60 } } });
    expect(await outcomeOf(takeAs("3@example.org", { limitAttempts }))).toBe("too_many_events");
  });

  it("applies the source's changes, mails the people who joined, and keeps the organizer's own changes", async () => {
    const { insertedId: id } = await take(await findOne());
    await make.mails();
    const participant = await make.member();
    await joinEvent(make.context(participant), { eventId: id });
    await updateEvent(make.context(organizer), id, { title: "Our hour", description: "Bring a book.", tell: false });

    const later = new Date(first.getTime() + day);
    const found = await findOne(later, organizer, "Story hour");
    expect(found.known).toEqual({
      eventId: id,
      title: "Our hour",
      // The present values on this site.
      location: "Library",
      eventDate: first.toISOString(),
      eventEnd: new Date(first.getTime() + 3_600_000).toISOString(),
      timeZone: found.timeZone,
      state: "changed",
      changes: ["when"],
      kept: ["title", "description"],
    });
    await make.mails();
    expect(await again(found)).toMatchObject({ modifiedCount: 1, changes: ["when"], kept: ["title", "description"] });
    expect(await getEvent(make.context(), id)).toMatchObject({ title: "Our hour", eventDate: later.toISOString() });
    // Mails about changes wait some minutes for further ones.
    const soon = new Date(Date.now() + 3_600_000);
    expect((await make.mails(soon)).map(({ to }) => to)).toEqual([participant.email]);

    const same = await findOne(later, organizer, "Story hour");
    expect(same.known).toMatchObject({ state: "same", kept: ["title", "description"] });
    expect(await again(same)).toMatchObject({ modifiedCount: 0, changes: [] });
    // A part that an import has changed still belongs to the source, and keeps following it.
    expect((await findOne(first, organizer, "Story hour")).known).toMatchObject({
      state: "changed",
      changes: ["when"],
    });
    expect(await own()).toHaveLength(1);
  });

  it("explains why an event cannot be updated: canceled, handed over, deleted, never imported", async () => {
    const { insertedId: id } = await take(await findOne());
    const moved = () => findOne(new Date(first.getTime() + day));
    await cancelEvent(make.context(organizer), id, { reason: "Storm" });
    const cancelled = await moved();
    expect(cancelled.known).toMatchObject({ eventId: id, state: "cancelled" });
    expect(await outcomeOf(again(cancelled))).toBe("event_cancelled");

    const successor = await make.member();
    await make.db
      .updateTable("events")
      .set({ organizer_id: successor.id, cancelled_at: null })
      .where("id", "=", id)
      .execute();
    expect((await moved()).known).toMatchObject({ state: "handed_over" });
    expect(await outcomeOf(again(await moved()))).toBe("not_yours");
    // The new organizer's event keeps its source.
    const theirs = await findOne(new Date(first.getTime() + day), successor);
    expect(theirs.known).toMatchObject({ eventId: id, state: "changed" });
    expect(await again(theirs, successor)).toMatchObject({ changes: ["when"] });

    const unknown = { ...theirs, uid: "unknown@example.org" };
    expect(await outcomeOf(again(unknown, successor))).toBe("not_found");
    await deleteEvent(make.context(successor), id, {});
    expect((await findOne()).known).toBe(null);
  });

  it("reports an event that is canceled at its source but not here", async () => {
    const { insertedId: eventId } = await take(await findOne());
    const off = calendarWith("reading@example.org", first, ["STATUS:CANCELLED"]);
    expect(await look(off)).toMatchObject({
      events: [],
      leftOut: { cancelled: 1 },
      gone: [{ eventId, title: "Reading hour" }],
    });
    const give = (organizer_id: string) =>
      make.db.updateTable("events").set({ organizer_id }).where("id", "=", eventId).execute();
    await give((await make.member()).id);
    expect((await look(off)).gone).toEqual([]);
    await give(organizer.id);
    expect((await look(off)).gone).toHaveLength(1);
    await cancelEvent(make.context(organizer), eventId, { reason: "Storm" });
    expect((await look(off)).gone).toEqual([]);
  });

  it("compares with the organizer's own event, and not with one that they handed over, if both have one source", async () => {
    const { insertedId: given } = await take(await findOne());
    const [heir, giver] = [await make.member(), await make.member()];
    const { insertedId: got } = await take(await findOne(first, giver), {}, giver);
    for (const [id, to] of [[given, heir] as const, [got, organizer] as const])
      await make.db.updateTable("events").set({ organizer_id: to.id }).where("id", "=", id).execute();
    expect((await findOne()).known).toMatchObject({ eventId: got, state: "same" });
    expect((await findOne(first, heir)).known).toMatchObject({ eventId: given, state: "same" });
  });

  it("is in the export of the member who imported", async () => {
    const found = (await lookAt("http://events.example/a.ics")).events[0]!;
    const address = "http://events.example/a.ics";
    const event = EventInput.parse({ ...found, thumbnailUrl: "/scenes/education.svg" });
    const { insertedId } = await importEvent(context(), { source: { ...sourceOf(found), address }, event });
    const { eventsImported } = await exportAccount(make.context(organizer));
    expect(eventsImported).toMatchObject([{ eventId: insertedId, from: address }]);
  });
});

describe("searching for events", () => {
  it("shows a hundred at a time, first those that differ from their source", async () => {
    const one = /BEGIN:VEVENT[^]*END:VEVENT\r\n/;
    const many = calendarWith("0@example.org", first).replace(one, (event) =>
      Array.from({ length: foundMax + 1 }, (_, at) => event.replace("UID:0", `UID:${at}`)).join(""),
    );
    const before = await look(many);
    expect([before.events.length, before.leftOut.more]).toEqual([foundMax, 1]);
    await take(before.events[0]!);
    const { events, leftOut } = await look(many);
    expect(events.map(({ uid }) => uid)).not.toContain(before.events[0]?.uid);
    expect([events.length, leftOut.more]).toEqual([foundMax, 1]);
  });

  it("requires a confirmed address if the site sends mail", async () => {
    const sendsMail = { sendsMail: true };
    expect(await outcomeOf(lookAt("http://events.example/", sendsMail))).toBe("email_unconfirmed");
    await make.proven(organizer);
    expect(await lookAt("http://events.example/", sendsMail)).toMatchObject({
      address: "http://events.example/",
      events: [{ title: "Reading hour" }],
    });
    expect(
      await outcomeOf(findEventsAt({ ...make.context(), importer: testImporter }, { address: "", ...inUtc })),
    ).toBe("sign_in_required");
  });

  it("has a limit for each hour, files and addresses together; addresses can be switched off", async () => {
    const { limitAttempts } = attemptsFor(make.db, { import: { account: { most: 2, seconds: 60 } } });
    const ctx = { ...context(), limitAttempts };
    await findEventsIn(ctx, async () => calendarWith(), inUtc);
    await findEventsAt(ctx, { address: "http://events.example/", ...inUtc });
    expect(await outcomeOf(findEventsIn(ctx, async () => calendarWith(), inUtc))).toBe("too_many_imports");
    expect(await outcomeOf(findEventsAt(ctx, { address: "http://events.example/", ...inUtc }))).toBe(
      "too_many_imports",
    );
    const importer = { ...testImporter, fetchText: null };
    expect(await outcomeOf(lookAt("http://events.example/", { importer }))).toBe("import_off");
  });
});
