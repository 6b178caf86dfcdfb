import { describe, expect, it } from "vitest";
import { wallClockIn } from "#domain/events/rules.ts";
import type { Event } from "#domain/events/shapes.ts";
import { EventChanges, EventInput } from "#domain/organizing/shapes.ts";
import { checkEvent } from "./event-check.ts";
import {
  type EventDraft,
  eventChangesOf,
  eventInputOf,
  formValuesOf,
  hasTyped,
  middleIn,
  pointIn,
  townIn,
  townText,
} from "./event-form.ts";
import { byEnd } from "./event-span.ts";

const event: Event = {
  _id: "0199f2a0-0000-7000-8000-000000000001",
  title: "Beach Cleanup",
  eventType: "food",
  location: "Pier 1",
  point: null,
  isExact: false,
  town: null,
  eventDate: "2099-11-28T03:30:00.000Z",
  eventEnd: "2099-11-28T05:30:00.000Z",
  timeZone: "Asia/Dhaka",
  status: "active",
  cancelReason: null,
  maxParticipant: "20-50",
  capacity: 50,
  thumbnailUrl: "https://example.org/a.jpg",
  description: "We walk the sand.",
  whatToBring: "Gloves\nA hat",
  effort: "medium",
  childrenWelcome: false,
  stepFree: null,
  languages: ["pt", "sgn"],
  provided: "Bags",
  asksPhone: true,
  email: "rahim@example.org",
  organizerId: "01931a2b-0000-7000-8000-000000000001",
  organizer: "Rahim",
  organizerPhoto: null,
  community: null,
  participant: 0,
  waitlisted: 0,
  held: 0,
  passed: 0,
  holdHours: 24,
  series: null,
};
const user = { id: "1", email: "rahim@example.org", emailVerified: true, displayName: "Rahim", photoURL: null };
const typed = {
  title: "Beach Cleanup",
  eventType: "food",
  location: "Pier 1",
  townId: null,
  point: null,
  maxParticipant: "20-50",
  holdHours: 24,
  thumbnailUrl: "https://example.org/a.jpg",
  description: "We walk the sand.",
  whatToBring: "Gloves\nA hat",
  effort: "medium",
  childrenWelcome: false,
  stepFree: null,
  languages: ["pt", "sgn"],
  provided: "Bags",
  asksPhone: true,
};
const span = { eventDate: event.eventDate, eventEnd: event.eventEnd, timeZone: event.timeZone };

describe("an event's form", () => {
  it("sends its first values as a new event, in a shape that the server accepts", () => {
    const input = eventInputOf(formValuesOf(event), user, "Europe/Berlin");
    expect(input).toEqual({
      ...typed,
      ...span,
      email: user.email,
      organizer: "Rahim",
      organizerPhoto: null,
      communityId: null,
    });
    expect(EventInput.safeParse(input).success).toBe(true);
  });

  it("sends date, time and zone only if one of them changed", () => {
    expect(eventChangesOf(event, {})).toEqual(typed);
    const moved = eventChangesOf(event, { eventTime: "10:30" });
    expect(moved).toEqual({
      ...typed,
      ...span,
      eventDate: "2099-11-28T04:30:00.000Z",
      eventEnd: "2099-11-28T06:30:00.000Z",
    });
    expect(EventChanges.safeParse(moved).success).toBe(true);
  });

  it("sends the community of a new event, which a change leaves alone", () => {
    const id = "01931a2b-0000-7000-8000-000000000002";
    const given = { ...event, community: { id, slug: "river", name: "River Keepers" } };
    expect(eventInputOf(formValuesOf(given), user, "UTC").communityId).toBe(id);
    expect(eventChangesOf(given, {})).not.toHaveProperty("communityId");
    expect(hasTyped({ communityId: id })).toBe(false);
  });

  it("sends the chosen town and the pin, and reads both back", () => {
    const town = { id: 2_735_943, name: "Vila Nova de Gaia", country: "PT" };
    const point = { lat: 41.1459, lon: -8.6158 };
    expect(eventChangesOf({ ...event, town, point }, {})).toEqual({ ...typed, townId: 2_735_943 });
    expect(eventChangesOf({ ...event, town, point, isExact: true }, {})).toEqual({
      ...typed,
      townId: 2_735_943,
      point,
    });
    expect(eventChangesOf({ ...event, town, point, isExact: true }, { town: "", point: "" })).toEqual(typed);
    expect(townIn(townText(town))).toEqual(town);
    expect(middleIn(townText(town))).toBe(null);
    // If the town's middle is known, the field keeps it, because a map begins there. An event with a pin does not have
    // its town's middle.
    expect(townIn(townText(town, point))).toEqual(town);
    expect(middleIn(formValuesOf({ ...event, town, point }).town)).toEqual(point);
    expect(middleIn(formValuesOf({ ...event, town, point, isExact: true }).town)).toBe(null);
    for (const text of ["", "Porto", "1 PT ", "x PT Porto"]) expect(townIn(text)).toBe(null);
    for (const text of ["", "1", "a,b"]) expect(pointIn(text)).toBe(null);
  });

  it("removes an emptied field", () => {
    const changes = eventChangesOf(event, { whatToBring: " ", description: "", thumbnailUrl: "" });
    expect(changes).toEqual({ ...typed, whatToBring: null, description: "", thumbnailUrl: "" });
    const unsaid = { effort: "", childrenWelcome: "", stepFree: "yes", languages: "", provided: " " };
    const nothing = { effort: null, childrenWelcome: null, stepFree: true, languages: [], provided: null };
    expect(eventChangesOf(event, unsaid)).toEqual({ ...typed, ...nothing });
  });
});

describe("hasTyped", () => {
  it("counts typed text, but neither first values nor choices", () => {
    const begun = { eventTime: "09:00", duration: "120", timeZone: "UTC", holdHours: "12", eventType: "food" };
    expect(hasTyped({})).toBe(false);
    expect(hasTyped({ ...begun, title: " ", eventDate: "" })).toBe(false);
    expect(hasTyped({ ...begun, eventDate: "2099-01-01" })).toBe(true);
    expect(hasTyped({ ...begun, whatToBring: "Gloves" })).toBe(true);
    expect(hasTyped({ ...begun, effort: "", languages: "" })).toBe(false);
    expect(hasTyped({ ...begun, languages: "pt" })).toBe(true);
    expect(hasTyped({ ...begun, thumbnailUrl: "/scenes/food-2.svg" })).toBe(false);
    expect(hasTyped({ ...begun, thumbnailUrl: "https://example.org/a.jpg" })).toBe(true);
  });
});

describe("checkEvent", () => {
  it("accepts an existing event, also a past one, and names the text that is too long", () => {
    const over = { ...event, eventDate: "2020-11-28T03:30:00.000Z", eventEnd: "2020-11-28T05:30:00.000Z" };
    const values = formValuesOf(over);
    expect(checkEvent(values, "UTC", values)).toEqual({});
    // The form leaves out the fields of an end that is not chosen.
    const { endDate: _date, endTime: _time, ...there } = values;
    expect(checkEvent(there, "UTC", values)).toEqual({});
    expect(checkEvent({ ...values, whatToBring: "é".repeat(300) }, "UTC", values)).toEqual({});
    expect(Object.keys(checkEvent({ ...values, whatToBring: "é".repeat(301) }, "UTC", values))).toEqual([
      "whatToBring",
    ]);
    expect(Object.keys(checkEvent({ ...values, provided: "é".repeat(301) }, "UTC", values))).toEqual(["provided"]);
    expect(checkEvent({ ...values, provided: "é".repeat(300) }, "UTC", values)).toEqual({});
    expect(Object.keys(checkEvent({ ...values, eventTime: "10:00" }, "UTC", values))).toEqual(["eventDate"]);
  });

  it("lets an event under way end at another time, but not begin at another past one", () => {
    const before = formValuesOf({
      ...event,
      eventDate: "2020-11-28T03:30:00.000Z",
      eventEnd: "2020-11-28T05:30:00.000Z",
    });
    const { eventDate, eventTime } = before;
    const wrong = (values: EventDraft) => Object.keys(checkEvent({ ...before, ...values }, event.timeZone, before));
    expect(wrong({ duration: "30" })).toEqual([]);
    expect(wrong({ duration: byEnd, endDate: eventDate, endTime: "23:59" })).toEqual([]);
    expect(wrong({ duration: byEnd, endDate: eventDate, endTime: eventTime })).toEqual(["endDate"]);
    expect(wrong({ eventTime: "00:01" })).toEqual(["eventDate"]);
  });

  it("requires an end after the beginning, by the clock of the event's zone", () => {
    const { date } = wallClockIn(new Date(Date.now() + 7 * 86_400_000), event.timeZone);
    const begin = { ...formValuesOf(event), eventDate: date, eventTime: "10:00", duration: byEnd, endDate: date };
    const wrong = (endTime: string) => Object.keys(checkEvent({ ...begin, endTime }, "UTC"));
    expect([wrong("10:30"), wrong("10:00"), wrong("09:30")]).toEqual([[], ["endDate"], ["endDate"]]);
  });
});
