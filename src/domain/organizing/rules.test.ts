import { describe, expect, it } from "vitest";
import { capacityOf, sameDayLater } from "./rules.ts";

describe("capacityOf", () => {
  it.each([
    ["50", 50],
    ["up to 50", 50],
    ["20-50", 50],
    ["1,000", 1000],
    ["1.000.000", 1_000_000],
    ["20, 50", 50],
    ["1,00", 1],
    ["৫০", 50],
    ["٥٠", 50],
    ["১,০০০ জন", 1000],
    ["５０", 50],
    ["𝟓𝟎", 50],
    ["0", 0],
    ["as many as like", 100],
    [" no Limit ", null],
    ["", 100],
    [null, 100],
    [undefined, 100],
  ])("reads %o as %o", (words, capacity) => {
    expect(capacityOf(words)).toBe(capacity);
  });
});

const spanLater = (begin: string, now: string) => {
  const end = new Date(Date.parse(begin) + 3 * 3_600_000);
  return sameDayLater({ begin: new Date(begin), end, zone: "Europe/Berlin" }, new Date(now));
};
const later = (begin: string, now: string) => spanLater(begin, now).begin.toISOString();

describe("sameDayLater", () => {
  it("is a week after an upcoming event, and the next same weekday after a past one", () => {
    expect(later("2026-05-02T08:00:00.000Z", "2026-04-01T00:00:00Z")).toBe("2026-05-09T08:00:00.000Z");
    expect(later("2026-05-02T08:00:00.000Z", "2026-05-30T07:59:59Z")).toBe("2026-05-30T08:00:00.000Z");
    expect(later("2026-05-02T08:00:00.000Z", "2026-05-30T08:00:00Z")).toBe("2026-06-06T08:00:00.000Z");
  });

  it("keeps the length and the zone", () => {
    const { begin, end, zone } = spanLater("2026-10-24T08:00:00.000Z", "2026-10-20T00:00:00Z");
    expect([end.getTime() - begin.getTime(), zone]).toEqual([3 * 3_600_000, "Europe/Berlin"]);
  });

  it("keeps the local time across a clock change", () => {
    expect(later("2026-10-24T08:00:00.000Z", "2026-10-20T00:00:00Z")).toBe("2026-10-31T09:00:00.000Z");
  });
});
