import { describe, expect, it } from "vitest";
import { readCalendar } from "./calendar.ts";
import { ianaZone } from "./zones.ts";

const setting = { now: new Date("2026-11-20T12:00:00Z"), timeZone: "Europe/Lisbon", address: null };
const event = (line: string) => `BEGIN:VEVENT\nSUMMARY:A\n${line}\nEND:VEVENT\n`;
const read = (events: string) => readCalendar(`BEGIN:VCALENDAR\n${events}END:VCALENDAR\n`, setting).events;

describe("a zone in words", () => {
  it.each([
    ["(UTC) Coordinated Universal Time", "UTC"],
    ["Coordinated Universal Time", "UTC"],
    ["Greenwich Mean Time", "UTC"],
    ["(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna", "Europe/Amsterdam"],
    ["(GMT+01.00) nowhere", null],
    ["(UTC-05:00) Eastern Time (US & Canada)", "America/New_York"],
    ["Eastern Time (US & Canada)", "America/New_York"],
    ["(UTC+05:30) Chennai, Kolkata, Mumbai, New Delhi", "Asia/Kolkata"],
    ["(UTC+06:00) Dhaka", "Asia/Dhaka"],
    // A different place has a city of this name.
    ["(UTC+06:00) Berlin", null],
    ["UTC+2", "Etc/GMT-2"],
    ["GMT-0300", "Etc/GMT+3"],
    [" Europe/Berlin ", "Europe/Berlin"],
    ["W. Europe Standard Time", "Europe/Berlin"],
    // In 2024 clocks were put back in this zone, in the city that older lists name for it.
    ["Central Asia Standard Time", "Asia/Bishkek"],
    ["Mountain Standard Time (Mexico)", "America/Mazatlan"],
    ["Middle Earth Standard Time", null],
    ["Customized Time Zone", null],
  ])("%s is %s", (words, zone) => {
    const found = ianaZone(words);
    // Engines know some zones by their older names.
    expect(found === "Asia/Calcutta" ? "Asia/Kolkata" : found).toBe(zone);
  });

  it("is understood with or without quotes, and by its calendar's own definition if unknown", () => {
    const begin = (zone: string) =>
      read(event(`DTSTART;TZID=${zone}:20270704T100000`))[0]
        ?.begin.toISOString()
        .slice(0, 16);
    expect(begin('"(UTC+01:00) Amsterdam, Berlin"')).toBe("2027-07-04T08:00");
    expect(begin("(UTC+01:00) Amsterdam, Berlin")).toBe("2027-07-04T08:00");
    expect(begin("(UTC) Coordinated Universal Time")).toBe("2027-07-04T10:00");
    const clock =
      "BEGIN:VTIMEZONE\nTZID:Ours\nBEGIN:STANDARD\nDTSTART:19700101T000000\nTZOFFSETFROM:+0330\nTZOFFSETTO:+0330\nEND:STANDARD\nEND:VTIMEZONE\n";
    // The definition of the zone may come after its use.
    const [found] = read(event("DTSTART;TZID=Ours:20270704T100000") + clock);
    expect(found?.begin).toEqual(new Date("2027-07-04T06:30:00Z"));
  });
});
