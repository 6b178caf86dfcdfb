import { describe, expect, it } from "vitest";
import { wallClockIn } from "../events/rules.ts";
import { flatSpan } from "../events/shapes.ts";
import {
  clockOffsetIn,
  clockRange,
  formatIn,
  hasBegun,
  hasEnded,
  isTimeZone,
  momentIn,
  partsIn,
  shortClockTimeIn,
  type Span,
  spanInWords,
  spanOf,
  spanOfRow,
  textIn,
  zoneName,
} from "./rules.ts";

describe("isTimeZone", () => {
  it("accepts the names of zones only", () => {
    expect(["UTC", "Asia/Dhaka", "America/Sao_Paulo"].map(isTimeZone)).toEqual([true, true, true]);
    expect(["", "Mars/Olympus", "Asia/Dhaka\0", "x".repeat(5000)].map(isTimeZone)).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });
});

describe("formatIn", () => {
  const moment = new Date("2026-11-28T03:30:00Z");

  it("creates one formatter per zone and format", () => {
    expect(formatIn("Asia/Dhaka", "time")).toBe(formatIn("Asia/Dhaka", "time"));
    expect(formatIn("Asia/Dhaka", "date")).not.toBe(formatIn("Asia/Dhaka", "time"));
    expect(formatIn("Europe/Lisbon", "time")).not.toBe(formatIn("Asia/Dhaka", "time"));
  });

  it("is right in many zones, and keeps a limited number of formatters", () => {
    const first = formatIn("Asia/Dhaka", "clock");
    const some = Intl.supportedValuesOf("timeZone").filter((_, at) => at % 3 === 0);
    for (const zone of some) {
      const { year, hour } = partsIn(zone, "clock", moment);
      const local = new Date(moment.getTime() + clockOffsetIn(zone)(moment));
      expect([zone, Number(year), Number(hour)]).toEqual([zone, local.getUTCFullYear(), local.getUTCHours()]);
    }
    expect(formatIn("Asia/Dhaka", "clock")).not.toBe(first);
  });
});

describe("shortClockTimeIn", () => {
  it("has minutes only if the hour is not whole, by the clocks of the zone", () => {
    const moment = new Date("2026-11-28T03:30:00Z");
    expect(shortClockTimeIn(moment, "UTC")).toBe("3:30 AM");
    expect(shortClockTimeIn(moment, "Asia/Kolkata")).toBe("9 AM");
  });
});

describe("textIn", () => {
  it("formats each moment in its zone and format, also repeatedly", () => {
    const first = Date.parse("2026-11-28T03:30:00Z");
    for (let round = 0; round < 2; round++) {
      // More moments than are cached.
      for (let minute = 0; minute < 1100; minute++) {
        const moment = new Date(first + minute * 60_000);
        expect(textIn("Asia/Dhaka", "time", moment)).toBe(formatIn("Asia/Dhaka", "time").format(moment));
      }
      const moment = new Date(first + 59_999);
      expect(textIn("UTC", "time", moment)).toMatch(/^3:30\sAM$/);
      expect(textIn("Asia/Dhaka", "time", moment)).toMatch(/^9:30\sAM$/);
      expect(textIn("Asia/Dhaka", "date", moment)).toBe("Sat, Nov 28, 2026");
      expect(partsIn("UTC", "clock", moment)).toMatchObject({ day: "28", hour: "03", minute: "30" });
      expect(partsIn("UTC", "clock", new Date(first - 1))).toMatchObject({ minute: "29" });
    }
  });
});

describe("clockOffsetIn", () => {
  it.each([
    ["Asia/Kathmandu", "2026-11-28T03:30:00Z", 5.75],
    ["America/St_Johns", "2026-11-28T03:30:00Z", -3.5],
    ["UTC", "2026-11-28T03:30:00Z", 0],
    ["Europe/Lisbon", "2026-11-28T03:30:00Z", 0],
    ["Europe/Berlin", "2027-03-28T00:59:59Z", 1],
    ["Europe/Berlin", "2027-03-28T01:00:00Z", 2],
  ])("gives how far the clocks of %s are ahead at %s: %d h", (timeZone, moment, hours) => {
    expect(clockOffsetIn(timeZone)(new Date(moment))).toBe(hours * 3_600_000);
  });
});

const at = (time: string) => new Date(`2026-11-28T${time}Z`);

const range = (locale: string, from: string, until: string, look: Intl.DateTimeFormatOptions) =>
  clockRange(new Intl.DateTimeFormat(locale, { ...look, timeZone: "UTC" }), at(from), at(until));

describe("clockRange", () => {
  const minutes = { hour: "numeric", minute: "2-digit" } as const;

  it.each([
    ["en", "09:30", "11:30", ["9:30", "11:30 AM"]],
    ["en", "09:30", "13:30", ["9:30 AM", "1:30 PM"]],
    ["ko", "09:30", "11:30", ["오전 9:30", "11:30"]],
    ["ko", "09:30", "13:30", ["오전 9:30", "오후 1:30"]],
    ["de", "09:30", "11:30", ["9:30", "11:30"]],
    ["en", "09:30", "09:30", ["9:30 AM"]],
  ])("says AM and PM in %s from %s to %s where they are needed", (locale, from, until, said) => {
    expect(range(locale, from, until, minutes)).toEqual(said);
  });

  it("says whole hours as the language does", () => {
    expect(range("en", "09:00", "11:00", { hour: "numeric" })).toEqual(["9", "11 AM"]);
    expect(range("de", "09:00", "11:00", { hour: "numeric" })).toEqual(["09 Uhr", "11 Uhr"]);
  });
});

describe("zoneName", () => {
  it.each([
    ["Asia/Dhaka", "Dhaka time"],
    ["Europe/Lisbon", "Lisbon time"],
    ["America/New_York", "New York time"],
    ["America/Argentina/Buenos_Aires", "Buenos Aires time"],
    ["America/Port-au-Prince", "Port-au-Prince time"],
    ["Asia/Calcutta", "Kolkata time"],
    ["Asia/Kolkata", "Kolkata time"],
    ["Europe/Kiev", "Kyiv time"],
    ["US/Eastern", "Eastern time"],
    ["UTC", "UTC"],
    ["Etc/UTC", "UTC"],
    ["Etc/GMT+5", "GMT-5"],
    ["Japan", "GMT+9"],
  ])("names %s '%s'", (timeZone, name) => {
    expect(zoneName(timeZone, new Date("2026-11-28T03:30:00Z"))).toBe(name);
  });
});

describe("momentIn", () => {
  it("gives the moment of a local date and time, and wallClockIn reverses it", () => {
    const moment = new Date("2026-11-28T03:30:00Z");
    expect(momentIn("Asia/Dhaka", "2026-11-28", "09:30")).toEqual(moment);
    expect(wallClockIn(moment, "Asia/Dhaka")).toEqual({ date: "2026-11-28", time: "09:30" });
  });

  it.each(["", "2026-13-01", "0002-12-01", "0202-12-01", "12026-12-01"])(
    "is null for %o, for example during typing",
    (date) => {
      expect(momentIn("Europe/Lisbon", date, "09:30")).toBeNull();
    },
  );

  it.each([
    // The time is skipped because clocks go forward: the moment is as far after the change.
    ["Europe/Berlin", "2027-03-28", "02:30", "2027-03-28T01:30:00Z", "03:30"],
    ["America/Chicago", "2027-03-14", "02:00", "2027-03-14T08:00:00Z", "03:00"],
    ["Australia/Lord_Howe", "2027-10-03", "02:15", "2027-10-02T15:45:00Z", "02:45"],
    // The time is repeated because clocks go back: the moment is the first one.
    ["Europe/Berlin", "2027-10-31", "02:30", "2027-10-31T00:30:00Z", "02:30"],
    ["America/Chicago", "2027-11-07", "01:00", "2027-11-07T06:00:00Z", "01:00"],
    ["Australia/Lord_Howe", "2027-04-04", "01:45", "2027-04-03T14:45:00Z", "01:45"],
    // Around the changes.
    ["Europe/Berlin", "2027-10-31", "01:59", "2027-10-30T23:59:00Z", "01:59"],
    ["Europe/Berlin", "2027-10-31", "03:00", "2027-10-31T02:00:00Z", "03:00"],
    ["Europe/Berlin", "2027-03-28", "03:00", "2027-03-28T01:00:00Z", "03:00"],
    ["Pacific/Kiritimati", "2027-06-01", "00:00", "2027-05-31T10:00:00Z", "00:00"],
    ["Pacific/Pago_Pago", "2027-06-01", "23:30", "2027-06-02T10:30:00Z", "23:30"],
  ])("handles the clocks of %s on %s at %s", (timeZone, date, time, moment, shown) => {
    expect(momentIn(timeZone, date, time)).toEqual(new Date(moment));
    expect(wallClockIn(new Date(moment), timeZone).time).toBe(shown);
  });
});

const spanFrom = (begin: string, end: string, zone = "Asia/Dhaka"): Span => ({
  begin: new Date(begin),
  end: new Date(end),
  zone,
});

describe("spanOf and spanOfRow", () => {
  it("read an answer of the API and a row", () => {
    const [eventDate, eventEnd] = ["2026-11-28T03:30:00.000Z", "2026-11-28T05:30:00.000Z"];
    const row = { event_date: new Date(eventDate), event_end: new Date(eventEnd), time_zone: "Asia/Dhaka" };
    const span = spanOfRow(row);
    expect(span).toEqual(spanFrom(eventDate, eventEnd));
    expect(flatSpan(span)).toEqual({ eventDate, eventEnd, timeZone: "Asia/Dhaka" });
    expect(spanOf(flatSpan(span))).toEqual(span);
  });
});

describe("hasBegun and hasEnded", () => {
  it("are true from the moment after the beginning, and after the end", () => {
    const span = spanFrom("2027-01-01T10:00:00Z", "2027-01-01T12:00:00Z");
    const [begun, ended] = [span.begin, span.end].map((moment) => moment.getTime());
    expect([-1, 0, 1].map((away) => hasBegun(span, new Date(begun! + away)))).toEqual([false, false, true]);
    expect([-1, 0, 1].map((away) => hasEnded(span, new Date(ended! + away)))).toEqual([false, false, true]);
  });
});

const span = (begin: string, end: string, zone = "Asia/Dhaka", named = false) => {
  const { date, from, until } = spanInWords(spanFrom(begin, end, zone), named);
  return `${date} | ${from} | ${until}`;
};

describe("spanInWords", () => {
  it.each([
    ["the same half of a day", "03:30", "05:30", "9:30 | 11:30 AM"],
    ["both halves", "04:00", "10:00", "10 AM | 4 PM"],
    ["a whole hour and a half one", "04:00", "10:30", "10:00 AM | 4:30 PM"],
    ["from noon", "06:00", "08:00", "12 | 2 PM"],
    ["until noon", "04:00", "06:00", "10 AM | 12 PM"],
    ["all day but a minute", "00:00", "17:59", "6:00 AM | 11:59 PM"],
    ["a moment", "03:30", "03:30", "9:30 AM | 9:30 AM"],
  ])("returns the beginning and the end: %s", (_, begin, end, words) => {
    expect(span(`2026-11-28T${begin}:00Z`, `2026-11-28T${end}:00Z`)).toBe(`Sat, Nov 28, 2026 | ${words}`);
  });

  it.each([
    ["a day", "2026-11-29T04:00Z", "2026-11-30T10:00Z", "Sun, Nov 29, 2026 | 10 AM | Mon 30, 4 PM"],
    ["half an hour", "2026-11-29T04:00Z", "2026-11-30T10:30Z", "Sun, Nov 29, 2026 | 10:00 AM | Mon 30, 4:30 PM"],
    ["midnight", "2026-11-28T16:00Z", "2026-11-28T18:00Z", "Sat, Nov 28, 2026 | 10 PM | midnight"],
    ["half past and midnight", "2026-11-28T16:30Z", "2026-11-28T18:00Z", "Sat, Nov 28, 2026 | 10:30 PM | midnight"],
    ["the midnight after", "2026-11-28T16:00Z", "2026-11-29T18:00Z", "Sat, Nov 28, 2026 | 10 PM | Mon 30, 12 AM"],
    ["after midnight", "2026-11-28T18:00Z", "2026-11-28T20:00Z", "Sun, Nov 29, 2026 | 12 | 2 AM"],
    ["a month", "2026-11-30T04:00Z", "2026-12-01T10:00Z", "Mon, Nov 30, 2026 | 10 AM | Tue, Dec 1, 4 PM"],
    ["a year", "2026-12-31T14:00Z", "2026-12-31T19:30Z", "Thu, Dec 31, 2026 | 8:00 PM | Fri, Jan 1, 2027, 1:30 AM"],
  ])("names another day's end only by the parts that differ: %s", (_, begin, end, words) => {
    expect(span(begin, end)).toBe(words);
  });

  it.each([
    ["a day", "2026-12-17T18:00Z", "2026-12-18T18:00Z", "Fri, Dec 18, 2026 | all day"],
    ["a weekend", "2026-12-17T18:00Z", "2026-12-20T18:00Z", "Fri, Dec 18, 2026 | Fri – Sun 20"],
    ["into another month", "2026-11-29T18:00Z", "2026-12-01T18:00Z", "Mon, Nov 30, 2026 | Mon – Tue, Dec 1"],
    ["into another year", "2026-12-30T18:00Z", "2027-01-01T18:00Z", "Thu, Dec 31, 2026 | Thu – Fri, Jan 1, 2027"],
    [
      "all but the last minute",
      "2026-12-17T18:00Z",
      "2026-12-20T17:59Z",
      "Fri, Dec 18, 2026 | 12:00 AM – Sun 20, 11:59 PM",
    ],
    ["from one in the morning", "2026-12-17T19:00Z", "2026-12-20T18:00Z", "Fri, Dec 18, 2026 | 1 AM – Mon 21, 12 AM"],
    ["an evening", "2026-12-18T10:00Z", "2026-12-18T18:00Z", "Fri, Dec 18, 2026 | 4 PM – midnight"],
    ["a moment at midnight", "2026-12-17T18:00Z", "2026-12-17T18:00Z", "Fri, Dec 18, 2026 | 12 AM – 12 AM"],
  ])("writes whole days as days, and other times as times: %s", (_, begin, end, words) => {
    const { date, hours, days } = spanInWords(spanFrom(begin, end));
    expect(`${date} | ${hours}`).toBe(words);
    expect(days).toBe(/AM|PM/.test(hours) ? null : hours);
    expect(spanInWords(spanFrom(begin, end), true).hours).toBe(`${hours} Dhaka time`);
  });

  it("knows the first minute of a day on which clocks skip midnight", () => {
    const day = spanFrom("2026-09-06T04:00Z", "2026-09-07T03:00Z", "America/Santiago");
    expect(spanInWords(day).days).toBe("all day");
  });

  it("names the zone once, by request, even if its clocks change in between", () => {
    const morning = ["2026-11-28T03:30:00Z", "2026-11-28T05:30:00Z"] as const;
    expect(span(...morning, "Asia/Dhaka", true)).toBe("Sat, Nov 28, 2026 | 9:30 | 11:30 AM Dhaka time");
    expect(span(...morning, "UTC", true)).toBe("Sat, Nov 28, 2026 | 3:30 | 5:30 AM UTC");
    expect(span("2027-10-30T20:00:00Z", "2027-10-31T05:00:00Z", "Europe/Berlin", true)).toBe(
      "Sat, Oct 30, 2027 | 10 PM | Sun 31, 6 AM Berlin time",
    );
    // Two and a half hours, during which the clocks are set back.
    expect(span("2027-11-07T04:30:00Z", "2027-11-07T07:00:00Z", "America/New_York", true)).toBe(
      "Sun, Nov 7, 2027 | 12:30 | 2:00 AM New York time",
    );
    expect(span("2027-11-07T05:30:00Z", "2027-11-07T06:30:00Z", "America/New_York")).toBe(
      "Sun, Nov 7, 2027 | 1:30 AM | 1:30 AM",
    );
  });

  it("reads whole hours from the event's own clock", () => {
    expect(span("2026-11-28T03:15:00Z", "2026-11-28T05:15:00Z", "Asia/Kathmandu")).toBe(
      "Sat, Nov 28, 2026 | 9 | 11 AM",
    );
    expect(span("2026-11-28T03:00:00Z", "2026-11-28T05:00:00Z", "Asia/Kathmandu")).toBe(
      "Sat, Nov 28, 2026 | 8:45 | 10:45 AM",
    );
  });
});
