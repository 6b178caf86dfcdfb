import { beforeEach, describe, expect, it } from "vitest";
import { makeIn, type Make } from "#test/make.ts";
import { outcomeOf } from "#test/call.ts";
import { testDatabase } from "#test/database.ts";
import { day, first, importing, inUtc, sourceOf } from "#test/importing.ts";
import { calendarWith } from "#test/web.ts";
import { getEvent } from "../events/queries.ts";
import type { Member } from "../members/shapes.ts";
import { cancelEvent } from "../organizing/commands.ts";
import { joinEvent } from "../registrations/commands.ts";
import { updateImported } from "./commands.ts";
import { findEventsIn } from "./queries.ts";

let make: Make;
let organizer: Member;
beforeEach(async () => {
  make = makeIn(await testDatabase());
  organizer = await make.member();
});

const { look, findOne, take, again, own, context } = importing(() => ({ make, organizer }));

describe("searching again", () => {
  it("turns no event into a different one with the same source id, by searching, importing again or a direct call", async () => {
    const [hedges, pressure] = [
      calendarWith("shared@example.org", first).replace("Reading hour", "Hedge planting"),
      calendarWith("shared@example.org", new Date(first.getTime() + 2 * day)).replace(
        "Reading hour",
        "Blood pressure check",
      ),
    ];
    const both = hedges.replace("END:VCALENDAR\r\n", "") + pressure.slice(pressure.indexOf("BEGIN:VEVENT"));
    const { events } = await look(both);
    expect(events.map(({ title, known }) => [title, known])).toEqual([
      ["Hedge planting", null],
      ["Blood pressure check", null],
    ]);
    const { insertedId: id } = await take(events[0]!);
    const participant = await make.member();
    await joinEvent(make.context(participant), { eventId: id });
    await make.mails();

    // The first event goes, and the other keeps its identity.
    const after = await look(pressure);
    expect(after.events).toMatchObject([{ title: "Blood pressure check", known: null }]);
    expect(after.gone).toEqual([{ eventId: id, title: "Hedge planting", why: "replaced" }]);
    const forced = updateImported(context(), id, { source: { ...sourceOf(after.events[0]!), uid: events[0]!.uid } });
    expect(await outcomeOf(forced)).toBe("not_found");
    const { insertedId: other } = await take(after.events[0]!);
    expect((await look(both)).events.map(({ known }) => [known?.eventId, known?.state])).toEqual([
      [id, "same"],
      [other, "same"],
    ]);
    expect(await getEvent(make.context(), id)).toMatchObject({
      title: "Hedge planting",
      eventDate: first.toISOString(),
    });
    expect(await make.mails(new Date(Date.now() + 3_600_000))).toEqual([]);
  });

  it("reports that a different event has the id of an earlier import, and that both need a look", async () => {
    const { insertedId: id } = await take(await findOne());
    const later = new Date(first.getTime() + day);
    const { events, gone } = await look(
      calendarWith("reading@example.org", later).replace("Reading hour", "Blood pressure check"),
    );
    expect(events).toMatchObject([{ known: null, notes: ["instead"] }]);
    expect(gone).toEqual([{ eventId: id, title: "Reading hour", why: "replaced" }]);
    await cancelEvent(make.context(organizer), id, { reason: "Storm" });
    const then = await look(calendarWith("reading@example.org", later).replace("Reading hour", "Blood pressure check"));
    expect(then.gone).toEqual([]);
  });

  it("recognizes events whose source ids change with each fetch, and their cancellations", async () => {
    const under = (uid: string, lines: string[] = [], title = "Canal tidy") =>
      look(calendarWith(uid, first, lines).replace("Reading hour", title));
    const { insertedId: eventId } = await take((await under("0400000000AAAA01")).events[0]!);
    const { events } = await under("0400000000BBBB02");
    expect(events).toMatchObject([{ known: { eventId, state: "same" } }]);
    const words = await look(
      calendarWith("0400000000CCCC03", first)
        .replace("Reading hour", "Canal tidy")
        .replace("We read aloud.", "Bring boots."),
    );
    expect(words.events).toMatchObject([{ known: { eventId, changes: ["description"] } }]);
    expect(await again(words.events[0]!)).toMatchObject({ changes: ["description"] });
    expect(await own()).toHaveLength(1);
    const off = await under("0400000000DDDD04", ["X-MICROSOFT-CDO-BUSYSTATUS:FREE"], "Canceled: Canal tidy");
    expect(off.gone).toEqual([{ eventId, title: "Canal tidy", why: "cancelled" }]);
    expect((await under("0400000000EEEE05", [], "Lock tidy")).events).toMatchObject([{ known: null }]);
  });

  it("recognizes a past event only by its source id", async () => {
    const { insertedId: eventId } = await take(await findOne());
    // The event took place before its time in the calendar: its organizer had moved it.
    const [event_date, event_end] = [new Date(Date.now() - 2 * 3_600_000), new Date(Date.now() - 3_600_000)];
    await make.db.updateTable("events").set({ event_date, event_end }).where("id", "=", eventId).execute();
    const { events } = await look(calendarWith("renamed@example.org", first));
    expect(events).toMatchObject([{ title: "Reading hour", known: null }]);
    expect((await findOne()).known).toMatchObject({ eventId });
  });

  it("reports unreadable entries, and accepts raw bytes", async () => {
    const odd = calendarWith("odd@example.org", first, ["RRULE:FREQ=WEEKLY;BYDAY=XX"]);
    const text = odd + calendarWith("good@example.org", first).replace("Reading hour", "Märchen");
    const { events, unreadable, leftOut } = await findEventsIn(
      context(),
      async () => Buffer.from(text, "latin1"),
      inUtc,
    );
    expect([events.map(({ title }) => title), unreadable, leftOut.unreadable]).toEqual([
      ["Märchen"],
      ["Reading hour"],
      1,
    ]);
  });
});
