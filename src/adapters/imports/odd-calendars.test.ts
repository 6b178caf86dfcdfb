import { describe, expect, it } from "vitest";
import type { ReadSetting } from "#domain/ports.ts";
import { readCalendar } from "./calendar.ts";

// Calendars from programs that do not follow the standard.

const setting: ReadSetting = { now: new Date("2026-11-20T12:00:00Z"), timeZone: "Europe/Lisbon", address: null };
const when = "DTSTART:20261205T100000Z\nDTEND:20261205T120000Z";
const event = (lines: string, title = "Odd") => `BEGIN:VEVENT\nSUMMARY:${title}\n${lines}\nEND:VEVENT\n`;
const good = event(`UID:good@example.org\n${when}`, "Good");
const read = (events: string) =>
  readCalendar(`BEGIN:VCALENDAR\n${events}END:VCALENDAR\n`.replace(/\n/g, "\r\n"), setting);
/** Reads the lines of an event that is alone in its calendar. */
const one = (lines: string, title?: string) => {
  const { events, ...rest } = read(event(`UID:odd@example.org\n${lines}`, title));
  return { found: events[0], begins: events.map(({ begin }) => begin.toISOString().slice(0, 16)), ...rest };
};

const endless = (text: string) => readCalendar(`BEGIN:VCALENDAR\n${text}`, setting);

const lengthOf = (lines: string) => {
  const { found } = one(`DTSTART;VALUE=DATE:20270116\n${lines}`);
  return (found!.end!.getTime() - found!.begin.getTime()) / 86_400_000;
};

const isOff = (lines: string, title?: string) => one(`${when}\n${lines}`, title).cancelled.length === 1;

const isPrivate = (line: string) => one(`${when}\n${line}`).found?.isPrivate;

describe("a calendar with one odd event", () => {
  it.each([
    ["a rule with an invalid day", "RRULE:FREQ=WEEKLY;BYDAY=XX"],
    ["a rule without a frequency", "RRULE:every week"],
    ["an exclusion that is not a date", "RRULE:FREQ=WEEKLY\nEXDATE:next week"],
    ["an exclusion of the 31st of February", "RRULE:FREQ=WEEKLY\nEXDATE:20270231T100000Z"],
    ["an invalid added date", "RDATE:soon"],
    ["days among its moments", "RDATE:20261212,20261213T100000Z"],
    ["an invalid rule of exclusion", "RRULE:FREQ=WEEKLY\nEXRULE:FREQ=NOW"],
  ])("lists the event as unreadable because of %s, and reads the others", (_what, lines) => {
    const { events, unreadable, leftOut } = read(
      good + event(`UID:odd@example.org\n${when}\n${lines}`) + good.replace("good@", "2@"),
    );
    expect(events.map(({ title }) => title)).toEqual(["Good", "Good"]);
    expect([unreadable, leftOut.unreadable]).toEqual([["Odd"], 1]);
  });

  it.each([
    ["no date"],
    ["DTSTART:"],
    ["DTSTART:in May"],
    ["DTSTART:20261305T100000Z"],
    ["DTSTART:20260230"],
    ["DTSTART:20261205T250000Z"],
  ])("lists the event as unreadable because of an invalid beginning: %s", (line) => {
    const { events, unreadable } = read(good + event(`UID:odd@example.org\n${line}`));
    expect([events.length, unreadable]).toEqual([1, ["Odd"]]);
  });

  it("reads an event with an empty end, rule or exclusion", () => {
    for (const line of ["DTEND:", "DTEND:soon", "DTEND;VALUE=DATE-TIME", "DURATION:", "DURATION:long"])
      expect([line, one(`DTSTART:20261206T100000Z\n${line}`).found?.end]).toEqual([line, null]);
    for (const line of ["RRULE:", "EXDATE:", "RDATE:", "EXRULE:", "GEO:", "URL:", "CLASS:", "STATUS:"])
      expect([line, one(`${when}\n${line}`).begins]).toEqual([line, ["2026-12-05T10:00"]]);
  });

  it("names at most 20 unreadable events, and counts all", () => {
    const { unreadable, leftOut } = read(
      Array.from({ length: 30 }, (_, at) => event("DTSTART:", `Odd ${at}`)).join(""),
    );
    expect([unreadable.length, unreadable[0], leftOut.unreadable]).toEqual([20, "Odd 0", 30]);
  });

  it("joins texts that were broken without a mark", () => {
    const words = "DESCRIPTION:Bring gloves\nand boots.\n\nNote: it is wet\nhttps://example.org/map";
    const { found } = one(`${words}\nLOCATION:Old\nmill\n${when}`);
    expect(found).toMatchObject({ location: "Old mill" });
    expect(found?.description).toBe("Bring gloves\nand boots.\nNote: it is wet\nhttps://example.org/map");
    // The reader ignores the text behind a date.
    expect(one(`${when}\nlost`).found?.end).toEqual(new Date("2026-12-05T12:00:00Z"));
  });

  it("ends an event at the next one or at the calendar's end, and names an event that the file cuts off", () => {
    const open = event(when).replace("END:VEVENT\n", "");
    expect(read(open + good).events.map(({ title }) => title)).toEqual(["Odd", "Good"]);
    expect(read(good + open).events.map(({ title }) => title)).toEqual(["Good", "Odd"]);
    expect(endless(good + good.replace("good@", "2@")).events).toHaveLength(2);
    const cut = endless(good + open);
    expect([cut.events.map(({ title }) => title), cut.unreadable]).toEqual([["Good"], ["Odd"]]);
    const next = endless(`${open}BEGIN:VCALENDAR\n${good}`);
    expect([next.events.length, next.unreadable]).toEqual([2, []]);
    expect(() => endless("")).toThrow("not a calendar");
    expect(endless("END:VCALENDAR").events).toEqual([]);
  });

  it("ignores the texts of alarms, tasks and broken zones", () => {
    const alarm = "BEGIN:VALARM\nDESCRIPTION:Alarm\nDURATION:PT5M\nEND:VALARM\nDESCRIPTION:Words";
    expect(one(`DTSTART:20261205T100000Z\n${alarm}`).found).toMatchObject({ description: "Words", end: null });
    const unclosed = one(`${when}\nBEGIN:VALARM\nDESCRIPTION:Alarm`);
    expect(unclosed.found).toMatchObject({ title: "Odd", description: "" });
    const zone = "BEGIN:VTIMEZONE\nTZID:Mine\nBEGIN:STANDARD\nDTSTART:odd\nEND:STANDARD\nEND:VTIMEZONE\n";
    const task = "BEGIN:VTODO\nSUMMARY:Task\nDTSTART:20261205T100000Z\nEND:VTODO\n";
    const { events } = read(zone + task + event("DTSTART;TZID=Mine:20261205T100000"));
    expect(events).toMatchObject([{ title: "Odd", begin: new Date("2026-12-05T10:00:00Z"), isFloating: true }]);
  });

  it("reads values with surrounding blanks, and names in small letters", () => {
    const small =
      "begin:vevent\nsummary: Good \nuid: 1@example.org\ndtstart: 20261206T100000Z\nlocation:  Hall \nend:vevent\n";
    const { events } = readCalendar(`begin:vcalendar\n${small}end:vcalendar`, setting);
    expect(events).toMatchObject([
      { uid: "1@example.org", title: "Good", location: "Hall", begin: new Date("2026-12-06T10:00:00Z") },
    ]);
  });
});

describe("a date of a calendar", () => {
  it("counts as a day by its format or its declaration, in several spellings", () => {
    for (const line of [
      "DTSTART:20261212",
      "DTSTART:2026-12-12",
      "DTSTART;VALUE=DATE:20261212T000000",
      "DTSTART;VALUE=DATE-TIME:20261212",
    ])
      expect([line, one(line).found?.isAllDay, one(line).begins]).toEqual([line, true, ["2026-12-12T00:00"]]);
    const moments = [
      "2026-12-12T10:00:00Z",
      "20261212T1000Z",
      "20261212t100000z",
      "2026-12-12 10:00",
      "20261212T110000+0100",
      "20261212T100000.000Z",
    ];
    for (const moment of moments) {
      const { found, begins } = one(`DTSTART:${moment}`);
      expect([moment, found?.isAllDay, begins]).toEqual([moment, false, ["2026-12-12T10:00"]]);
    }
  });

  it("that is a whole day lasts one day if its end is the same day, missing, or earlier", () => {
    for (const end of [
      "DTEND;VALUE=DATE:20270116",
      "DTEND:20270115",
      "DURATION:PT0S",
      "DTEND:",
      "DTEND:20270116T000000",
    ])
      expect([end, lengthOf(end)]).toEqual([end, 1]);
    expect(lengthOf("DTEND;VALUE=DATE:20270119")).toBe(3);
  });

  it("is excluded by day or by time, matching the event's own dates", () => {
    const weekly = "RRULE:FREQ=WEEKLY;COUNT=3";
    expect(one(`${when}\n${weekly}\nEXDATE;VALUE=DATE:20261212`).begins).toEqual([
      "2026-12-05T10:00",
      "2026-12-19T10:00",
    ]);
    expect(one(`DTSTART;VALUE=DATE:20261205\n${weekly}\nEXDATE:20261212T000000Z`).begins).toEqual([
      "2026-12-05T00:00",
      "2026-12-19T00:00",
    ]);
    // The local day in that zone differs from the day in UTC.
    const evening = `DTSTART;TZID=America/New_York:20261205T200000\n${weekly}`;
    expect(one(`${evening}\nEXDATE;VALUE=DATE:20261212`).begins).toEqual(["2026-12-06T01:00", "2026-12-20T01:00"]);
    expect(one(`${evening}\nEXDATE;VALUE=DATE:20261213`).begins).toHaveLength(3);
    const days = `DTSTART;VALUE=DATE:20261205\n${weekly}`;
    expect(one(`${days}\nEXDATE;TZID=America/New_York:20261212T200000`).begins).toHaveLength(2);
    expect(one(`${when}\n${weekly}\nEXDATE:20261212T110000Z`).begins).toHaveLength(3);
  });

  it("is excluded by a rule", () => {
    const weekly = `${when}\nRRULE:FREQ=WEEKLY;COUNT=4`;
    expect(one(`${weekly}\nEXRULE:FREQ=WEEKLY;INTERVAL=2`).begins).toEqual(["2026-12-12T10:00", "2026-12-26T10:00"]);
    expect(one(`${weekly}\nEXRULE:FREQ=WEEKLY;INTERVAL=2;COUNT=1`).begins).toHaveLength(3);
  });

  it("may have a length of its own", () => {
    const { events } = read(
      event(
        `UID:odd@example.org\n${when}\nRDATE;VALUE=PERIOD:20261212T100000Z/PT3H,20261219T140000Z/20261219T150000Z\nRDATE:20261220T100000Z`,
      ),
    );
    expect(
      events.map(({ begin, end }) => [
        begin.toISOString().slice(5, 16),
        (end!.getTime() - begin.getTime()) / 3_600_000,
      ]),
    ).toEqual([
      ["12-05T10:00", 2],
      ["12-12T10:00", 3],
      ["12-19T14:00", 1],
      ["12-20T10:00", 2],
    ]);
  });

  it("that is moved far does not end its series, and an unreadable exception is omitted from its old place", () => {
    const series = event(`UID:odd@example.org\n${when}\nRRULE:FREQ=WEEKLY;COUNT=4`);
    const moved = (lines: string) => event(`UID:odd@example.org\nRECURRENCE-ID:20261212T100000Z\n${lines}`, "Moved");
    const far = read(series + moved("DTSTART:20280101T100000Z"));
    expect(far.events.map(({ begin }) => begin.toISOString().slice(5, 10))).toEqual(["12-05", "12-19", "12-26"]);
    expect(far.leftOut).toMatchObject({ later: 1, past: 0 });
    const odd = read(series + moved("DTSTART:soon"));
    expect(odd.events.map(({ begin }) => begin.toISOString().slice(5, 10))).toEqual(["12-05", "12-19", "12-26"]);
    expect(odd.unreadable).toEqual(["Moved"]);
    const off = read(series + moved("STATUS:CANCELLED"));
    const untitled = read(series + moved("DTSTART:20261213T100000Z").replace("SUMMARY:Moved\n", ""));
    expect([untitled.events.length, untitled.unreadable]).toEqual([3, ["Odd"]]);
    expect([off.events.length, off.cancelled.map(({ uid }) => uid)]).toEqual([3, ["odd@example.org#2026-12-12"]]);
  });
});

describe("a canceled or private event", () => {
  it("is canceled by its status in two spellings, or by Outlook's word before a free-time event's title", () => {
    for (const status of ["STATUS:CANCELLED", "STATUS: CANCELLED", "STATUS:CANCELED", "STATUS:cancelled "])
      expect([status, isOff(status)]).toEqual([status, true]);
    for (const status of ["STATUS:CONFIRMED", "STATUS:TENTATIVE", "STATUS:NOT CANCELLED"])
      expect([status, isOff(status)]).toEqual([status, false]);
    for (const title of [
      "Canceled: Repair café",
      "Cancelled: Repair café",
      "Abgesagt: Repair café",
      "Annulé : Repair café",
    ])
      for (const free of ["X-MICROSOFT-CDO-BUSYSTATUS:FREE", "TRANSP:TRANSPARENT"])
        expect([title, isOff(free, title)]).toEqual([title, true]);
    expect(isOff("X-MICROSOFT-CDO-BUSYSTATUS:BUSY", "Canceled: Repair café")).toBe(false);
    expect(isOff("", "Canceled: the musical")).toBe(false);
    expect(isOff("X-MICROSOFT-CDO-BUSYSTATUS:FREE", "Repair café")).toBe(false);
    const { cancelled } = one(`${when}\nTRANSP:TRANSPARENT`, "Abgesagt: Repair café");
    expect(cancelled).toMatchObject([{ title: "Repair café", begin: new Date("2026-12-05T10:00:00Z") }]);
  });

  it("is private unless its class is public or missing", () => {
    for (const line of [
      "CLASS:PRIVATE",
      "CLASS: PRIVATE",
      "CLASS:private",
      "CLASS:CONFIDENTIAL",
      "CLASS:X-STAFF",
      "CLASS:INTERNAL",
    ])
      expect([line, isPrivate(line)]).toEqual([line, true]);
    for (const line of ["CLASS:PUBLIC", "CLASS: public ", "CLASS:", "COLOR:red"])
      expect([line, isPrivate(line)]).toEqual([line, false]);
  });
});

describe("texts of a calendar", () => {
  it("have HTML entities decoded, in titles and locations", () => {
    const { found } = one(
      `${when}\nLOCATION:Caf&eacute; &#8222;Linden&#x2F;hof&ldquo;\\, &Ouml;tz`,
      "Seeds &#038\\; Soup &#8211; R&D &unknown;",
    );
    expect(found).toMatchObject({ title: "Seeds & Soup – R&D &unknown;", location: "Café „Linden/hof“, Ötz" });
    expect(one(when, "A &#150; B &amp;amp; C").found?.title).toBe("A – B &amp; C");
  });

  it("come from the HTML version if there is no other, without styles and heads", () => {
    const html =
      "<html><head><title>x</title></head><style>p{}</style><body><!-- y --><p>Bring\\ngloves\\, please.</p><p>Thanks</p></body></html>";
    const alt = `X-ALT-DESC;FMTTYPE=text/html:${html}`;
    expect(one(`${when}\n${alt}`).found?.description).toBe("Bring gloves, please.\n\nThanks");
    expect(one(`${when}\nDESCRIPTION:\\n\n${alt}`).found?.description).toBe("Bring gloves, please.\n\nThanks");
    expect(one(`${when}\nDESCRIPTION:Words\n${alt}`).found?.description).toBe("Words");
    expect(one(`${when}\nDESCRIPTION:<table><tr><td>Bring</td><td>gloves</td></tr></table>`).found?.description).toBe(
      "Bring gloves",
    );
    expect(one(`${when}\nDESCRIPTION:1 < 2 and 3 > 2`).found?.description).toBe("1 < 2 and 3 > 2");
  });

  it("use Apple's pin, and its name if there is no other location", () => {
    const pin =
      'X-APPLE-STRUCTURED-LOCATION;VALUE=URI;X-ADDRESS="Uferweg 3\\n10997 Berlin";X-APPLE-RADIUS=70;X-TITLE="Boat: house":geo:52.5,13.4';
    expect(one(`${when}\n${pin}`).found).toMatchObject({
      location: "Boat: house, Uferweg 3, 10997 Berlin",
      point: { lat: 52.5, lon: 13.4 },
    });
    const both = one(`${when}\nLOCATION:Pier\nGEO:1.5;2.5\n${pin}`).found;
    expect(both).toMatchObject({ location: "Pier", point: { lat: 1.5, lon: 2.5 } });
    expect(one(`${when}\n${pin.replace("geo:52.5,13.4", "https://maps.example/52.5,13.4")}`).found?.point).toBe(null);
    expect(one(`${when}\n${pin.replace("52.5", "152.5")}`).found?.point).toBe(null);
  });
});
