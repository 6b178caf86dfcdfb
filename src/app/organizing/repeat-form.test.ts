import { describe, expect, it } from "vitest";
import { RecurrenceInput } from "#domain/recurrence/shapes.ts";
import { parseRRule } from "#domain/recurrence/recurrence.ts";
import { startProblem } from "#domain/recurrence/rules.ts";
import type { EventDraft } from "./event-form.ts";
import { byEnd } from "./event-span.ts";
import {
  checkRepeats,
  repeatAnswer,
  repeatChoices,
  repeatsInputOf,
  repeatValuesOf,
  typedDays,
  typedRule,
} from "./repeat-form.ts";

const tuesday: EventDraft = { eventDate: "2026-12-01", eventTime: "18:00" };
const weekly: EventDraft = { ...tuesday, repeats: "week", weekdays: "", ends: "never" };
const words = (draft: EventDraft) => repeatAnswer({ ...weekly, ...draft })?.text;
const rule = (draft: EventDraft) => repeatsInputOf({ ...weekly, ...draft })?.repeats;
const more = (leftOut: string) => repeatAnswer({ ...weekly, leftOut })?.more;
const texts = (first: string) => repeatChoices(first).map(({ text }) => text);
const check = (draft: EventDraft) => Object.keys(checkRepeats({ ...weekly, ...draft }, "UTC"));

describe("how an event repeats", () => {
  it("is said in words, once a first date is chosen", () => {
    expect(repeatAnswer(tuesday)).toBeNull();
    expect(words({})).toBe("Every Tuesday, 6 PM");
    expect(words({ weekdays: "4" })).toBe("Every Tuesday and Thursday, 6 PM");
    expect(words({ repeats: "month-last", eventDate: "2026-11-26" })).toBe("Every last Thursday of the month, 6 PM");
    expect(words({ ends: "on", until: "2027-03-30" })).toBe("Every Tuesday, 6 PM, until March 30");
    expect(words({ ends: "after", times: "5" })).toBe("Every Tuesday, 6 PM, 5 times");
    // An end that is being typed is not said yet.
    expect(words({ ends: "on", until: "" })).toBe("Every Tuesday, 6 PM");
    expect(words({ ends: "after", times: "1" })).toBe("Every Tuesday, 6 PM");
    expect(words({ eventDate: "" })).toBe("Repeats");
  });

  it("names the days that are left out, three at most", () => {
    expect(more("")).toBe("Each date has its own page");
    expect(more("2026-12-29")).toBe("Not on Dec 29");
    expect(more("2026-12-08,2026-12-15,2026-12-22,2026-12-29")).toBe("Not on Dec 8, Dec 15, Dec 22, and 1 more");
    // The first date always takes place, also if it was moved to a day that was left out.
    expect(more("2026-12-01")).toBe("Each date has its own page");
  });

  it("is sent as a rule that has the first date, whatever day that is moved to", () => {
    expect(repeatsInputOf(tuesday)).toBeNull();
    expect(repeatsInputOf({ ...weekly, leftOut: "2026-12-29" })).toEqual({
      repeats: { every: "week", weekdays: [2], until: null, count: null },
      leftOut: ["2026-12-29"],
    });
    expect(rule({ eventDate: "2026-12-03", weekdays: "2" })).toMatchObject({ weekdays: [2, 4] });
    // The day of the week that the first date had goes with it.
    const tuesdays = repeatValuesOf(parseRRule("FREQ=WEEKLY;BYDAY=TU", "2026-12-01T18:00")!, "2026-12-01T18:00");
    expect(rule({ ...tuesdays, eventDate: "2026-12-03" })).toMatchObject({ weekdays: [4] });
    for (const eventDate of ["2026-12-01", "2026-12-29", "2026-12-30", "2026-12-31"])
      for (const repeats of ["week", "two-weeks", "month-day", "month-week", "month-last"]) {
        const sent = RecurrenceInput.parse(rule({ eventDate, repeats }));
        expect(startProblem(sent, `${eventDate}T18:00`)).toBeNull();
      }
  });

  it("is filled in from a rule, and means the same rule again", () => {
    for (const text of ["FREQ=WEEKLY;BYDAY=TU,TH", "FREQ=MONTHLY;BYDAY=1TU;COUNT=4", "FREQ=MONTHLY;BYMONTHDAY=1"]) {
      const before = parseRRule(text, "2026-12-01T18:00")!;
      expect(typedRule({ ...tuesday, ...repeatValuesOf(before, "2026-12-01T18:00") }, "2026-12-01T18:00")).toEqual(
        before,
      );
    }
  });

  it("offers months by the first date, with both names of a last week that is the fourth", () => {
    expect(texts("2026-12-01T18:00").slice(3)).toEqual(["Monthly on the 1st", "Every first Tuesday of the month"]);
    expect(texts("2026-11-26T18:00").slice(4)).toEqual([
      "Every fourth Thursday of the month",
      "Every last Thursday of the month",
    ]);
    expect(texts("2026-12-29T18:00").slice(4)).toEqual(["Every last Tuesday of the month"]);
  });

  it("shows its dates, and none while its end is incomplete", () => {
    expect(typedDays(weekly, 2)).toEqual(["2026-12-01", "2026-12-08"]);
    expect(typedDays({ ...weekly, ends: "on", until: "2026-12-08" }, 9)).toHaveLength(2);
    expect(typedDays({ ...weekly, ends: "after", times: "" }, 9)).toEqual([]);
  });

  it("is checked by field: its end, and the length of a date", () => {
    expect(check({ ends: "on", until: "2026-12-08" })).toEqual([]);
    expect(check({ repeats: "", ends: "on", until: "" })).toEqual([]);
    expect(check({ ends: "on", until: "" })).toEqual(["until"]);
    expect(check({ ends: "on", until: "2026-12-01" })).toEqual(["until"]);
    expect(check({ ends: "on", until: "2026-12-07" })).toEqual(["until"]);
    expect(checkRepeats({ ...weekly, ends: "on", until: "2036-12-02" }, "UTC")).toEqual({
      until: "The last day can be at most 10 years after the first date.",
    });
    expect(check({ ends: "on", until: "2036-12-01" })).toEqual([]);
    for (const times of ["", "1", "521", "2.5"]) expect(check({ ends: "after", times }), times).toEqual(["times"]);
    expect(check({ ends: "after", times: "520" })).toEqual([]);
    const until = (endDate: string, endTime: string) => check({ duration: byEnd, endDate, endTime });
    expect(until("2026-12-02", "18:00")).toEqual([]);
    expect(until("2026-12-02", "18:30")).toEqual(["endDate"]);
  });
});
