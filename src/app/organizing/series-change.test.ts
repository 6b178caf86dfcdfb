import { describe, expect, it } from "vitest";
import type { Event } from "#domain/events/shapes.ts";
import { SeriesUpdate } from "#domain/series/shapes.ts";
import { type EventDraft, formValuesOf } from "./event-form.ts";
import { changesRule, type DateEvent, repeatsOf, ruleOf, type Scope, seriesUpdateOf } from "./series-change.ts";

const series = {
  id: "0199f2a0-0000-7000-8000-000000000002",
  rule: "FREQ=WEEKLY;BYDAY=TU",
  anchor: "2026-12-01T18:00",
  start: "2026-12-15T18:00",
};
const event: DateEvent = {
  _id: "0199f2a0-0000-7000-8000-000000000001",
  title: "Soup",
  eventType: "food",
  location: "Pier 1",
  point: null,
  isExact: false,
  town: null,
  eventDate: "2026-12-15T18:00:00.000Z",
  eventEnd: "2026-12-15T20:00:00.000Z",
  timeZone: "UTC",
  status: "active",
  cancelReason: null,
  maxParticipant: "20",
  capacity: 20,
  thumbnailUrl: "https://example.org/a.jpg",
  description: "We cook.",
  whatToBring: null,
  effort: null,
  childrenWelcome: null,
  stepFree: null,
  languages: [],
  provided: null,
  asksPhone: false,
  email: "maya@example.org",
  organizerId: "01931a2b-0000-7000-8000-000000000001",
  organizer: "Maya",
  organizerPhoto: null,
  community: null,
  participant: 0,
  waitlisted: 0,
  held: 0,
  passed: 0,
  holdHours: 24,
  series,
};
const now = new Date("2026-12-02T12:00:00Z");
const updateFor = (draft: EventDraft, scope: Scope = "later", of = event) => {
  const update = seriesUpdateOf(of, { ...formValuesOf(of), ...repeatsOf(of), ...draft }, scope, now);
  // The server accepts each.
  SeriesUpdate.parse(update);
  return update;
};
const moved: DateEvent = {
  ...event,
  eventDate: "2026-12-16T10:00:00.000Z",
  eventEnd: "2026-12-16T12:00:00.000Z",
} satisfies Event;

describe("seriesUpdateOf", () => {
  it("sends only what was typed, and the date from which it holds", () => {
    expect(updateFor({ title: "Soup for All" })).toEqual({
      from: event._id,
      changes: { title: "Soup for All" },
      also: [event._id],
    });
    expect(updateFor({ title: "Soup for All" }, "all")).toEqual({
      changes: { title: "Soup for All" },
      also: [event._id],
    });
    expect(updateFor({}).changes).toEqual({});
  });

  it("sends a place as one thing", () => {
    expect(updateFor({ location: "Pier 2" }).changes).toEqual({ location: "Pier 2", townId: null, point: null });
  });

  it("sends the time of day and the length by themselves, and no rule for them", () => {
    expect(updateFor({ eventTime: "18:30" })).toMatchObject({ changes: { startTime: "18:30" } });
    expect(updateFor({ duration: "90" }).changes).toEqual({ minutes: 90 });
    expect(updateFor({ eventTime: "18:30" })).not.toHaveProperty("repeats");
  });

  it("sends another day as a rule: the day of the week goes with the date", () => {
    const wednesdays = { every: "week", weekdays: [3], until: null, count: null };
    expect(updateFor({ eventDate: "2026-12-16" })).toMatchObject({ repeats: wednesdays, first: "2026-12-16" });
    // A day before the date is none that the change reaches; for all dates, the first day to come is.
    expect(updateFor({ eventDate: "2026-12-14" })).toMatchObject({ repeats: { weekdays: [1] }, first: "2026-12-21" });
    expect(updateFor({ eventDate: "2026-12-16" }, "all")).toMatchObject({ first: "2026-12-02" });
  });

  it("sends the rule that was typed, from the series' own day if the date was moved alone", () => {
    expect(updateFor({ weekdays: "4" })).toMatchObject({ repeats: { weekdays: [2, 4] }, first: "2026-12-15" });
    expect(updateFor({ weekdays: "4" }, "later", moved)).toMatchObject({
      repeats: { weekdays: [2, 4] },
      first: "2026-12-15",
    });
    expect(updateFor({ repeats: "two-weeks" })).toMatchObject({ repeats: { every: "two-weeks" } });
    expect(updateFor({ title: "Soup for All" }, "later", moved)).not.toHaveProperty("repeats");
  });
});

describe("changesRule", () => {
  it("is true for another rule, and not for another day, which one date can have", () => {
    expect(changesRule(event, { ends: "on", until: "2027-03-30" })).toBe(true);
    expect(changesRule(event, { weekdays: "4" })).toBe(true);
    expect(changesRule(event, { eventDate: "2026-12-16", title: "Soup for All" })).toBe(false);
    // A last day that was typed and put away again.
    expect(changesRule(event, { ends: "never", until: "2027-03-30" })).toBe(false);
  });
});

describe("ruleOf", () => {
  it("has a last day in place of a number of dates, since some are over", () => {
    const counted = { ...event, series: { ...series, rule: "FREQ=WEEKLY;BYDAY=TU;COUNT=3" } };
    expect(ruleOf(counted)).toEqual({ every: "week", weekdays: [2], until: "2026-12-15", count: null });
  });
});
