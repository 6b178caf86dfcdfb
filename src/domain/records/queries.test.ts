import { beforeEach, describe, expect, it } from "vitest";
import { purgeExpired } from "#adapters/jobs/purge.ts";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make } from "#test/make.ts";
import { newOutcome, overEvent } from "#test/outcomes.ts";
import { helpedAt } from "#test/records.ts";
import { deleteAccount, planDeletion } from "../accounts/commands.ts";
import { exportAccount } from "../accounts/queries.ts";
import type { Member } from "../members/shapes.ts";
import { deleteEvent, updateEvent } from "../organizing/commands.ts";
import { sayOutcome } from "../outcomes/commands.ts";
import { unitOf } from "../outcomes/rules.ts";
import { setNote } from "./commands.ts";
import { recordCsv } from "./feeds.ts";
import { takeFromRecords } from "./keeping.ts";
import { getRecord } from "./queries.ts";

const day = 86_400_000;

let make: Make;
let organizer: Member;
let ana: Member;
beforeEach(async () => {
  make = makeIn(await testDatabase());
  organizer = await make.member({ displayName: "Porto Coast Friends" });
  ana = await make.member({ displayName: "Ana" });
  await make.proven(organizer, ana);
});

const record = (member = ana) => getRecord(make.context(member));
const note = (eventId: string, words: string) => setNote(make.context(ana), eventId, { note: words });
const rename = (eventId: string, title: string) =>
  updateEvent(make.context(organizer), eventId, { title, email: organizer.email, tell: false });
const remove = (eventId: string) => deleteEvent(make.context(organizer), eventId, { email: organizer.email });
/** The ids of the events with stored data, per table. */
const inTables = () =>
  Promise.all(
    (["asserted_hours", "record_notes", "record_events"] as const).map((table) =>
      make.db.selectFrom(table).select("event_id").execute(),
    ),
  );

describe("getRecord", () => {
  it("has the hours that organizers assert, separate from self-reported and gate hours", async () => {
    await helpedAt(make, organizer, [ana], 2);
    await helpedAt(make, ana, [ana], 1.25);
    const { eventId } = await overEvent(make, organizer, [ana]);
    const { name, entries, sums, years } = await record();
    expect(name).toBe("Ana");
    expect(entries.map(({ eventId: id }) => id)).not.toContain(eventId);
    expect(entries.map(({ kind, hours, saidBy, isProven }) => ({ kind, hours, saidBy, isProven }))).toEqual(
      expect.arrayContaining([
        { kind: "asserted", hours: 2, saidBy: "Porto Coast Friends", isProven: true },
        { kind: "own", hours: 1.25, saidBy: "Ana", isProven: true },
      ]),
    );
    expect(sums).toEqual({
      all: { hours: 3.25, events: 2 },
      asserted: { hours: 2, events: 1 },
      second: { hours: 0, events: 0 },
      own: { hours: 1.25, events: 1 },
      gate: { hours: 0, events: 0 },
    });
    expect(years).toEqual([{ year: expect.any(Number), hours: 3.25, events: 2 }]);
  });

  it("tells which events still have a public page", async () => {
    const [shown, hidden] = [await helpedAt(make, organizer, [ana], 2), await helpedAt(make, organizer, [ana], 3)];
    await make.db.updateTable("events").set({ is_draft: true }).where("id", "=", hidden).execute();
    const { entries } = await record();
    expect(new Map(entries.map(({ eventId, isThere }) => [eventId, isThere]))).toEqual(
      new Map([
        [shown, true],
        [hidden, false],
      ]),
    );
  });

  it("has the latest event first, and a sum for each year", async () => {
    const [early, late] = [await helpedAt(make, organizer, [ana], 2), await helpedAt(make, organizer, [ana], 3)];
    const event_date = new Date("2024-12-31T09:30:00Z");
    await make.db.updateTable("record_events").set({ event_date }).where("event_id", "=", early).execute();
    const { entries, years } = await record();
    expect(entries.map(({ eventId }) => eventId)).toEqual([late, early]);
    expect(years).toMatchObject([{ hours: 3 }, { year: 2024, hours: 2, events: 1 }]);
  });

  it("has the latest hours, and none once they are withdrawn", async () => {
    const { eventId, ids } = await overEvent(make, organizer, [ana]);
    const say = (hours: number, came = ids) =>
      sayOutcome(make.context(organizer), eventId, newOutcome({ came, hours }));
    await say(2);
    await say(3);
    expect((await record()).entries).toMatchObject([{ hours: 3, unit: "bags", amount: 38 }]);
    await say(3, []);
    expect((await record()).entries).toEqual([]);
  });

  it("keeps the original words when the event is renamed or deleted, or its organizer's account is deleted", async () => {
    const eventId = await helpedAt(make, organizer, [ana]);
    await note(eventId, "I drove the van.");
    const [said] = (await record()).entries;
    expect(said).toMatchObject({ title: "Beach Cleanup", isThere: true, note: "I drove the van." });
    await rename(eventId, "Another title");
    expect((await record()).entries).toEqual([said]);
    await remove(eventId);
    expect((await record()).entries).toEqual([{ ...said, isThere: false }]);

    await planDeletion(make.context(organizer));
    await deleteAccount(make.context(undefined, new Date(Date.now() + 8 * day)), organizer.id);
    await purgeExpired(make.db);
    expect((await record()).entries).toEqual([{ ...said, isThere: false }]);
    const { hoursTold, recordNotes } = await exportAccount(make.context(ana));
    expect(hoursTold).toMatchObject([{ title: "Beach Cleanup", hours: 2, toldBy: "Porto Coast Friends" }]);
    expect(recordNotes).toEqual([{ eventId, note: "I drove the van." }]);
  });

  it("is deleted with the member's account, and then nothing of a deleted event is stored", async () => {
    const eventId = await helpedAt(make, organizer, [ana]);
    await note(eventId, "I drove the van.");
    await remove(eventId);
    await planDeletion(make.context(ana));
    await deleteAccount(make.context(undefined, new Date(Date.now() + 8 * day)), ana.id);
    await purgeExpired(make.db);
    expect(await inTables()).toEqual([[], [], []]);
  });

  it("leaves out an event that a host has removed", async () => {
    const [eventId, other] = [await helpedAt(make, organizer, [ana]), await helpedAt(make, organizer, [ana])];
    for (const id of [eventId, other]) await note(id, "I drove the van.");
    await make.db.transaction().execute((tx) => takeFromRecords(tx, eventId, new Date()));
    expect((await record()).entries).toMatchObject([{ eventId: other, note: "I drove the van." }]);
    expect(await inTables()).toEqual([[{ event_id: other }], [{ event_id: other }], [{ event_id: other }]]);
  });

  it("is filled by the hourly purge for outcomes reported in an earlier version", async () => {
    const eventIds: string[] = [];
    for (const eventType of Object.keys(unitOf) as (keyof typeof unitOf)[]) {
      const eventId = await helpedAt(make, organizer, [ana]);
      await make.db.updateTable("events").set({ event_type: eventType }).where("id", "=", eventId).execute();
      eventIds.push(eventId);
    }
    await make.db.deleteFrom("record_events").execute();
    expect((await record()).entries).toEqual([]);
    await purgeExpired(make.db);
    const { entries } = await record();
    expect(entries.map(({ eventId, kind, unit }) => ({ eventId, kind, unit }))).toEqual(
      expect.arrayContaining(
        Object.values(unitOf).map((unit, at) => ({ eventId: eventIds[at], kind: "asserted", unit })),
      ),
    );
  });
});

describe("recordCsv", () => {
  it("has a row for each event, and escapes formulas", async () => {
    const eventId = await helpedAt(make, organizer, [ana]);
    await note(eventId, "=1+1");
    const [head, row, ...rest] = (await recordCsv(make.context(ana))).trim().split("\r\n");
    expect(head).toContain('"Date","Event","Hours","Whose word"');
    expect(row).toContain('"Beach Cleanup","2","Confirmed by the organizer","Porto Coast Friends"');
    expect(row).toContain(`"'=1+1"`);
    expect(rest).toEqual([]);
  });

  it("leaves the asserting organizer empty for self-reported hours", async () => {
    await helpedAt(make, ana, [ana]);
    const [, row] = (await recordCsv(make.context(ana))).trim().split("\r\n");
    expect(row).toContain('"2","Self-reported","",');
  });
});

describe("setNote", () => {
  it("works for events in the member's own record, and deletes the note when it is emptied", async () => {
    const eventId = await helpedAt(make, organizer, [await make.member()]);
    for (const id of [eventId, "nowhere"]) await expect(note(id, "I was there.")).rejects.toThrow("not_found");
    const mine = await helpedAt(make, organizer, [ana]);
    await note(mine, "One");
    await note(mine, "Two");
    expect((await record()).entries).toMatchObject([{ note: "Two" }]);
    await note(mine, "");
    expect((await record()).entries).toMatchObject([{ note: "" }]);
    expect((await exportAccount(make.context(ana))).recordNotes).toEqual([]);
  });
});
