import { describe, expect, it } from "vitest";
import { foundMax, importBytesMax } from "#domain/imports/rules.ts";
import { outcomeOf } from "#test/call.ts";
import { calendarWith } from "#test/web.ts";
import { createImporter } from "./importer.ts";

const setting = { now: new Date(), timeZone: "UTC", address: null };
// Longer than any test, so that a slow machine does not make a readable file unreadable. The test's own timeout ends a
// reader that hangs.
const importer = createImporter({ fetches: false }, { readingMax: 600_000 });
const read = (text: string) => importer.readEvents(text, setting);

describe("an importer", () => {
  it("reads a calendar and a page, and reports any other text as empty", async () => {
    expect((await read(`\uFEFF\n${calendarWith("a@example.org")}`)).events).toMatchObject([{ uid: "a@example.org" }]);
    const event = {
      "@type": "Event",
      name: "Reading hour",
      startDate: new Date(Date.now() + 86_400_000).toISOString(),
    };
    const page = `<p>Hello</p><script type="application/ld+json">${JSON.stringify(event)}</script>`;
    expect((await read(page)).events).toMatchObject([{ title: "Reading hour" }]);
    for (const text of ["", "Hello", "<p>Hello</p>", "{}", "[", "BEGIN:VCALENDAR", "\0\0"])
      expect([text, await outcomeOf(read(text))]).toEqual([text, "import_unreadable"]);
  });

  it("fetches nothing when that is turned off", () => {
    expect(importer.fetchText).toBe(null);
    expect(createImporter({ fetches: true }).fetchText).not.toBe(null);
  });

  it("stops an endless text, and reads the next one", async () => {
    const impatient = createImporter({ fetches: false }, { readingMax: 400 });
    // The date is the 30th of February.
    const never = calendarWith("a@example.org", undefined, ["RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30"]);
    const [endless, next] = [impatient.readEvents(never, setting), importer.readEvents(calendarWith(), setting)];
    expect(await outcomeOf(endless)).toBe("import_unreadable");
    expect((await next).events).toHaveLength(1);
  });

  it("withstands texts with deep nesting, long lines or many parts", { timeout: 120_000 }, async () => {
    const deep = 200_000;
    const all = {
      "calendars in calendars": "BEGIN:VCALENDAR\r\n".repeat(importBytesMax / 20),
      "lists in lists": "[".repeat(deep) + "]".repeat(deep),
      "things in things": `${'{"a":'.repeat(deep)}1${"}".repeat(deep)}`,
      "beginnings of scripts": "<script ".repeat(importBytesMax / 8),
    };
    for (const [what, text] of Object.entries(all))
      expect([what, await outcomeOf(read(text))]).toEqual([what, "import_unreadable"]);
    expect(await outcomeOf(read("a".repeat(importBytesMax + 1)))).toBe("import_too_large");

    const long = `BEGIN:VCALENDAR\r\nX-A:${"a".repeat(importBytesMax - 100)}\r\nEND:VCALENDAR`;
    expect((await read(long)).events).toEqual([]);

    const many = calendarWith().replace(/BEGIN:VEVENT[^]*END:VEVENT\r\n/, (event) =>
      Array.from({ length: 6000 }, (_, at) => event.replace("UID:reading", `UID:${at}`)).join(""),
    );
    const { events, leftOut } = await read(many);
    expect(events.length + leftOut.more).toBe(6000);
    expect(events.length).toBeGreaterThanOrEqual(foundMax);
  });

  it("asks callers to come back later when many are waiting", async () => {
    const full = createImporter({ fetches: false }, { waitingMax: 1 });
    const first = full.readEvents(calendarWith(), setting);
    await expect(full.readEvents(calendarWith(), setting)).rejects.toMatchObject({
      code: "imports_busy",
      retryAfter: 10,
    });
    expect((await first).events).toHaveLength(1);
    expect((await full.readEvents(calendarWith(), setting)).events).toHaveLength(1);
  });
});
