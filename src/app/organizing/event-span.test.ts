import { describe, expect, it } from "vitest";
import { halfHourAfter, spanValuesOf, typedSpan } from "./event-span.ts";

const typed = { eventDate: "2027-03-27", eventTime: "22:00" };
const span = (values: Record<string, string>, otherwise = "Europe/Berlin") => {
  const { begin, end, zone } = typedSpan(values, otherwise);
  return [zone, begin?.toISOString(), end?.toISOString()];
};

describe("typedSpan", () => {
  it("lasts two hours, the chosen duration or until the chosen end, also across a clock change", () => {
    const begin = "2027-03-27T21:00:00.000Z";
    expect(span(typed)).toEqual(["Europe/Berlin", begin, "2027-03-27T23:00:00.000Z"]);
    expect(span({ ...typed, duration: "720" })).toEqual(["Europe/Berlin", begin, "2027-03-28T09:00:00.000Z"]);
    const until = { ...typed, duration: "end", endDate: "2027-03-28", endTime: "06:00" };
    expect(span(until)).toEqual(["Europe/Berlin", begin, "2027-03-28T04:00:00.000Z"]);
  });

  it("uses the typed zone once it is valid", () => {
    expect(span({ ...typed, timeZone: " Asia/Dhaka " })[1]).toBe("2027-03-27T16:00:00.000Z");
    expect(span({ ...typed, timeZone: "Atlantis" })[0]).toBe("Europe/Berlin");
    expect(span({ ...typed, timeZone: "+06:00" })[0]).toBe("Europe/Berlin");
  });

  it("has no times while nothing is typed", () => {
    expect(span({ duration: "60" })).toEqual(["Europe/Berlin", undefined, undefined]);
    expect(span({ ...typed, duration: "end" })[2]).toBeUndefined();
  });

  it("reads back the first values of an event's fields", () => {
    const [begin, end] = ["2027-03-27T21:00:00.000Z", "2027-03-29T22:15:00.000Z"];
    const values = spanValuesOf({ begin: new Date(begin), end: new Date(end), zone: "Europe/Berlin" });
    expect(values).toEqual({ ...typed, duration: "2955", endDate: "", endTime: "", timeZone: "Europe/Berlin" });
    expect(span(values, "UTC")).toEqual(["Europe/Berlin", begin, end]);
  });
});

describe("halfHourAfter", () => {
  it.each([
    ["2027-03-27T12:59:59Z", "14:00"],
    ["2027-03-27T13:00:00Z", "14:30"],
    ["2027-03-27T22:29:00Z", "23:30"],
    ["2027-03-27T22:30:00Z", null],
  ])("turns %s, an hour later in Berlin, into %s", (now, half) => {
    expect(halfHourAfter(new Date(now), "Europe/Berlin")).toBe(half);
  });
});
