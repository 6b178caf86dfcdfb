import { describe, expect, it } from "vitest";
import { EventInput } from "../organizing/shapes.ts";
import type { ReadEvent } from "../ports.ts";
import { lengthOf } from "../rules.ts";
import { fitted } from "./fitting.ts";
import { proposedType } from "./rules.ts";

const hour = 3_600_000;
const begin = new Date("2026-11-28T09:30:00Z");
const whole: ReadEvent = {
  uid: "a@example.org",
  title: "River clean-up",
  location: "Boat house",
  description: "Bring gloves.",
  page: "",
  begin,
  end: new Date(begin.getTime() + hour),
  timeZone: "Europe/Berlin",
  isAllDay: false,
  isFloating: false,
  isPrivate: false,
  spots: null,
  point: { lat: 41.15, lon: -8.61 },
};
const fit = (more: Partial<ReadEvent>) => fitted({ ...whole, ...more });

describe("fitted", () => {
  it("leaves fitting data as it is", () => {
    const { uid, title, location, point, description, timeZone } = whole;
    const when = { eventDate: begin, eventEnd: whole.end, timeZone };
    const proposed = { eventType: "cleanup", maxParticipant: "No limit", notes: [] };
    expect(fit({})).toEqual({ uid, title, location, point, description, ...when, ...proposed });
    expect(fit({ spots: 40 }).maxParticipant).toBe("40");
    for (const spots of [0, -1, 2_000_000]) expect(fit({ spots }).maxParticipant).toBe("No limit");
  });

  it("fills in missing data, with a note", () => {
    expect(fit({ end: null })).toMatchObject({ eventEnd: new Date(begin.getTime() + 2 * hour), notes: ["no_end"] });
    expect(fit({ end: begin }).notes).toEqual(["no_end"]);
    expect(fit({ description: "" })).toMatchObject({ description: "River clean-up", notes: ["no_description"] });
    expect(fit({ location: " \n" })).toMatchObject({ location: "", point: null, notes: ["no_location"] });
    expect(fit({ isAllDay: true, isFloating: true, isPrivate: true }).notes).toEqual([
      "all_day",
      "floating",
      "private",
    ]);
  });

  it("adds the address of an event's page to the description, if that lacks it and there is room", () => {
    const page = "https://mobilizon.example/events/1";
    expect(fit({ page }).description).toBe(`Bring gloves.\n\n${page}`);
    expect(fit({ page, description: "" })).toMatchObject({ description: page, notes: [] });
    expect(fit({ page, description: `See ${page}.` }).description).toBe(`See ${page}.`);
    expect(fit({ page, description: "a".repeat(999) }).description).toBe("a".repeat(999));
  });

  it("cuts long text and removes characters that cannot be stored, so that an event can be created", () => {
    const long = fit({
      title: `${"family 👨‍👩‍👧‍👦 ".repeat(20)}\n`,
      location: "b".repeat(300),
      description: "é".repeat(2000),
    });
    expect([long.title, long.location, long.description].map(lengthOf)).toEqual([50, 200, 1000]);
    expect([long.title, long.location, long.description].every((text) => text.endsWith("…"))).toBe(true);
    expect(long.notes).toEqual(["cut"]);
    const exhibition = fit({ end: new Date(begin.getTime() + 60 * 24 * hour) });
    expect(exhibition).toMatchObject({ eventEnd: new Date(begin.getTime() + 14 * 24 * hour), notes: ["too_long"] });

    const odd = fit({ title: "A\0 \ud800\u202Ecleanup\r\nhere", description: `e${"\u0301".repeat(3000)}` });
    for (const { eventDate, eventEnd, uid: _uid, notes: _notes, ...event } of [long, exhibition, odd]) {
      const moments = { eventDate: eventDate.toISOString(), eventEnd: eventEnd.toISOString() };
      const input = { ...event, ...moments, thumbnailUrl: "/scenes/cleanup.svg" };
      expect(EventInput.safeParse(input).error?.issues).toBe(undefined);
    }
    // Cutting gives the same text each time; otherwise a new import would find changes.
    expect(fit({ title: long.title }).title).toBe(long.title);
  });
});

describe("proposedType", () => {
  it("depends on the title, then the description, and otherwise is raising awareness", () => {
    expect(proposedType("Beach Clean-up", "With lunch")).toBe("cleanup");
    expect(proposedType("Sunday at the river", "We plant 40 trees.")).toBe("plantation");
    expect(proposedType("Blood donation", "")).toBe("healthcare");
    expect(proposedType("Meeting", "Of the board")).toBe("awareness");
  });
});
