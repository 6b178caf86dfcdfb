import { describe, expect, it } from "vitest";
import type { Outcome, OutcomePerson } from "#domain/outcomes/shapes.ts";
import { doubtAbout, doubtAboutAll } from "./doubt.ts";
import type { Said } from "./said.ts";

const event = { eventDate: "2026-05-12T09:00:00.000Z", eventEnd: "2026-05-12T12:00:00.000Z", timeZone: "UTC" };
const outcome = { event, timesHours: 3 } as Outcome;
const person = (here: string | null, _id = "a") => ({ _id, here }) as OutcomePerson;
const late = person("2026-05-12T11:48:00.000Z");
const said = (hours: number, hoursOf: Said["hoursOf"] = {}) => ({ hours, hoursOf }) as Said;

describe("doubtAbout", () => {
  it("asks about hours far above what the gate saw, but not about slightly more", () => {
    expect(doubtAbout(outcome, late, 14)).toEqual({ by: "gate", hours: 14, minutes: 12 });
    expect(doubtAbout(outcome, late, 2), "more than twice, but not two hours more").toBeNull();
    const early = person("2026-05-12T09:00:00.000Z");
    expect(doubtAbout(outcome, early, 5.5), "more than two hours more, but not twice").toBeNull();
    expect(doubtAbout(outcome, early, 6.25)).toEqual({ by: "gate", hours: 6.25, minutes: 180 });
    expect(doubtAbout(outcome, person("2026-05-12T08:00:00.000Z"), 6.25)?.minutes, "before the event").toBe(180);
  });

  it("uses the event's times if the gate did not see the person, or if the event lasts several days", () => {
    expect(doubtAbout(outcome, person(null), 14)).toEqual({ by: "event", hours: 14, minutes: 180 });
    expect(doubtAbout(outcome, person(null), 6)).toBeNull();
    const days = { event: { ...event, eventEnd: "2026-05-14T12:00:00.000Z" }, timesHours: 9 } as Outcome;
    expect(doubtAbout(days, late, 14)).toBeNull();
    expect(doubtAbout(days, late, 19)).toMatchObject({ by: "event", minutes: 540 });
  });
});

describe("doubtAboutAll", () => {
  const other = person("2026-05-12T11:30:00.000Z", "b");
  it("uses the person the gate saw longest, if it saw everyone without hours of their own", () => {
    expect(doubtAboutAll(outcome, [late, other], said(4))).toEqual({ by: "gate", hours: 4, minutes: 30 });
    expect(doubtAboutAll(outcome, [late, other], said(4, { b: 1 }))).toEqual({ by: "gate", hours: 4, minutes: 12 });
    expect(doubtAboutAll(outcome, [late, other, person(null, "c")], said(4)), "one person was not seen").toBeNull();
    expect(doubtAboutAll(outcome, [late, other, person(null, "c")], said(7))?.by).toBe("event");
    expect(doubtAboutAll(outcome, [], said(7))?.by).toBe("event");
  });
});
