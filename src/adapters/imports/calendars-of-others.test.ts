import { describe, expect, it } from "vitest";
import type { ReadSetting } from "#domain/ports.ts";
import { google, mobilizon, nextcloud, outlook } from "#test/calendars-of-others.ts";
import { readCalendar } from "./calendar.ts";

const setting: ReadSetting = { now: new Date("2026-11-20T12:00:00Z"), timeZone: "Europe/Lisbon", address: null };
const read = (text: string, more: Partial<ReadSetting> = {}) =>
  readCalendar(text.trim().replace(/\n/g, "\r\n"), { ...setting, ...more });
const nothing = { past: 0, cancelled: 0, later: 0, often: 0, more: 0, alike: 0, unreadable: 0 };
/** The title, time and length of each event, in short. */
const inShort = ({ events }: ReturnType<typeof read>) =>
  events.map(({ title, begin, end, timeZone }) => {
    const length = end ? (end.getTime() - begin.getTime()) / 3_600_000 : null;
    return `${begin.toISOString()} ${length} h ${timeZone}: ${title}`;
  });

describe("a calendar from Google", () => {
  const found = read(google);
  it("shows UTC times in the calendar's own zone, and all-day events as days there", () => {
    expect(inShort(found)).toEqual([
      "2026-11-23T17:00:00.000Z 1.5 h Europe/Berlin: Homework help",
      "2026-11-28T08:30:00.000Z 2.5 h Europe/Berlin: River clean-up",
      "2026-12-04T23:00:00.000Z 48 h Europe/Berlin: Soup for everyone",
      "2026-12-08T18:00:00.000Z 1.5 h Europe/Berlin: Homework help, a day later",
      "2026-12-14T17:00:00.000Z 1.5 h Europe/Berlin: Homework help",
    ]);
  });

  it("repeats with exceptions until the end; each date has its own id, moved or not", () => {
    expect(found.events.map(({ uid }) => uid)).toEqual([
      "5h8r1weekly@google.com#2026-11-23",
      "4q2v0n3c7m1d8k5t@google.com",
      "0b7tadvent@google.com",
      "5h8r1weekly@google.com#2026-12-07",
      "5h8r1weekly@google.com#2026-12-14",
    ]);
  });

  it("has texts without tags, and marks private, past and canceled events", () => {
    expect(found.events[1]).toMatchObject({
      location: "Boat house, Uferweg 3, 10997 Berlin",
      description: "We meet at the boat house.\n\n• Gloves are there\n• Bring boots & water",
      isAllDay: false,
      isPrivate: false,
      point: null,
    });
    expect(found.events[2]).toMatchObject({ isAllDay: true, isPrivate: true });
    expect(found.leftOut).toEqual({ ...nothing, past: 1, cancelled: 1 });
    expect(found.cancelled).toMatchObject([{ uid: "9off@google.com", title: "Called off", isSeries: false }]);
  });

  it("has the same times if the file does not define its zone", () => {
    const bare = read(google.replace(/BEGIN:VTIMEZONE[^]*END:VTIMEZONE\n/, ""));
    expect(inShort(bare)).toEqual(inShort(found));
  });
});

describe("a calendar from Outlook", () => {
  const found = read(outlook);
  it("uses Outlook's zone names, and custom zones converted to the reader's zone", () => {
    expect(inShort(found)).toEqual([
      "2026-11-25T06:30:00.000Z 2 h Europe/Lisbon: Planting trees",
      "2026-12-05T13:00:00.000Z 3 h Europe/Berlin: Repair café",
      "2027-02-06T13:00:00.000Z 3 h Europe/Berlin: Repair café",
      "2027-03-06T13:00:00.000Z 3 h Europe/Berlin: Repair café",
      // It is after the clocks have gone forward.
      "2027-04-03T12:00:00.000Z 3 h Europe/Berlin: Repair café",
      "2027-05-01T12:00:00.000Z 3 h Europe/Berlin: Repair café",
    ]);
  });

  it("leaves out the canceled date, and says that it continues after six months", () => {
    expect(found.leftOut).toEqual({ ...nothing, cancelled: 1, later: 1 });
    expect(found.cancelled[0]?.uid).toMatch(/^040000008200E.*#2027-01-02$/);
    expect(found.events[1]?.description).toBe("");
  });
});

describe("a calendar from Mobilizon", () => {
  it("names its page, and uses the reader's zone, because it names none", () => {
    const found = read(mobilizon);
    expect(inShort(found)).toEqual(["2026-11-29T13:00:00.000Z 2 h Europe/Lisbon: Autumn in the shared garden"]);
    const page = "https://mobilizon.example/events/6a2b8c1e-6f0d-4a86-9a53-2b0f3e1c7d55";
    expect(found.events[0]).toMatchObject({ uid: page, page, isFloating: false, point: { lat: 48.85, lon: 2.35 } });
  });
});

describe("a calendar from Nextcloud", () => {
  const found = read(nextcloud);
  it("recognizes a zone by the end of its name, accepts a duration, and uses the reader's zone for times without one", () => {
    expect(inShort(found).slice(0, 2)).toEqual([
      "2026-11-27T03:30:00.000Z 1.5 h Asia/Dhaka: Blood donation",
      "2026-11-27T19:00:00.000Z null h Europe/Lisbon: At seven wherever you are",
    ]);
    expect(found.events.map(({ isFloating }) => isFloating).slice(0, 3)).toEqual([false, true, false]);
    expect(inShort(read(nextcloud, { timeZone: "Asia/Tokyo" }))[1]).toContain("2026-11-27T10:00:00.000Z");
  });

  it("shows twenty dates of an endless event, none of an hourly one, and counts incomplete ones", () => {
    const daily = found.events.filter(({ title }) => title === "Every day");
    expect(daily).toHaveLength(20);
    expect(daily.at(-1)).toMatchObject({ uid: "7c9d1f31-0000-4000-8000-1f2a3b4c5d6e#2026-12-17", isAllDay: true });
    expect(found.leftOut).toEqual({ ...nothing, later: 1, often: 1, unreadable: 2 });
  });
});

const one = (lines: string) => `BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:A\n${lines}\nEND:VEVENT\nEND:VCALENDAR`;
const nameAt = (address: string | null, lines: string) => read(one(lines), { address }).events[0]?.uid;

describe("any calendar", () => {
  it("is identified by its address if its ids are mere numbers or missing", () => {
    const when = "DTSTART:20261128T100000Z";
    expect(nameAt("https://a.example/c.ics", `UID:7\n${when}`)).toBe("https://a.example/c.ics 7");
    expect(nameAt("https://b.example/c.ics", `UID:7\n${when}`)).toBe("https://b.example/c.ics 7");
    expect(nameAt("https://b.example/c.ics", `UID:7@b.example\n${when}`)).toBe("7@b.example");
    expect(nameAt(null, when)).toBe("A 2026-11-28T10:00:00Z");
    expect(nameAt(null, `UID:${"7".repeat(3000)}\n${when}`)?.length).toBeLessThan(500);
  });

  it("may repeat by listed dates, be canceled as a whole, or contain several calendars", () => {
    const dates = "DTSTART:20261128T100000Z\nRDATE:20261129T120000Z,20261201T100000Z\nUID:dates@a.example";
    expect(read(one(dates)).events.map(({ begin }) => begin.toISOString())).toEqual([
      "2026-11-28T10:00:00.000Z",
      "2026-11-29T12:00:00.000Z",
      "2026-12-01T10:00:00.000Z",
    ]);
    const off = read(
      one("DTSTART:20261128T100000Z\nUID:off@a.example").replace("CALENDAR\n", "CALENDAR\nMETHOD:CANCEL\n"),
    );
    expect([off.events, off.cancelled.map(({ uid }) => uid)]).toEqual([[], ["off@a.example"]]);
    const two = `${one("DTSTART:20261128T100000Z\nUID:1@a.example")}\n${one("DTSTART:20261129T100000Z\nUID:2@a.example")}`;
    expect(read(two).events).toHaveLength(2);
  });
});
