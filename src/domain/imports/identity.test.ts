import { describe, expect, it } from "vitest";
import type { ReadCancelled } from "../ports.ts";
import type { FittedEvent } from "./fitting.ts";
import { cancelledAmong, identified, isTheSame, type KnownEvent } from "./identity.ts";

const at = (day: number) => new Date(Date.UTC(2026, 11, day, 10));
const said = (title: string, day: number, location = "Hall") => ({ title, eventDate: at(day), location });
const known = (uid: string, ...of: Parameters<typeof said>): KnownEvent => ({ uid, said: said(...of) });
const found = (uid: string, ...of: Parameters<typeof said>): FittedEvent => ({
  uid,
  ...said(...of),
  eventEnd: new Date(at(of[1]).getTime() + 3_600_000),
  timeZone: "UTC",
  description: "",
  point: null,
  eventType: "awareness",
  maxParticipant: "No limit",
  notes: [],
});
const off = (uid: string, title: string, day: number, more: Partial<ReadCancelled> = {}): ReadCancelled => ({
  uid,
  title,
  location: "Hall",
  begin: at(day),
  isSeries: false,
  ...more,
});

/** The id of each event on this site, and the id and title of its earlier import. */
function inShort(events: FittedEvent[], before: KnownEvent[]) {
  const { events: all, replaced } = identified(events, before);
  return {
    events: all.map(({ event, known: one, isInstead }) => [
      event.uid,
      one && `${one.uid}: ${one.said.title}`,
      ...(isInstead ? ["instead"] : []),
    ]),
    replaced: replaced.map(({ uid }) => uid),
  };
}

describe("identified", () => {
  it("recognizes an event by its source id, even if its time or its title changes", () => {
    const before = [known("x", "Hedge planting", 5)];
    const itself = ["x", "x: Hedge planting"];
    for (const event of [found("x", "Hedge planting", 5), found("x", "Hedge planting", 9), found("x", "Trees", 5)])
      expect(inShort([event], before)).toEqual({ events: [itself], replaced: [] });
    // One word of the title is unchanged.
    expect(inShort([found("x", "Planting trees", 9)], before).events).toEqual([itself]);
    expect(inShort([found("y", "Trees", 9)], before)).toEqual({ events: [["y", null]], replaced: [] });
  });

  it("never turns an event into a different one that has the same source id, and reports both", () => {
    const before = [known("x", "Hedge planting", 5)];
    expect(inShort([found("x", "Blood pressure check", 9)], before)).toEqual({
      events: [[`x#${at(9).toISOString()}`, null, "instead"]],
      replaced: ["x"],
    });
  });

  it("keeps all events that share a source id, and each keeps its identity when others go, come or move", () => {
    const three = [
      found("x", "Hedge planting", 5),
      found("x", "Blood pressure check", 9),
      found("x", "Hedge planting", 12),
    ];
    const names = [5, 9, 12].map((day) => `x#${at(day).toISOString()}`);
    expect(inShort(three, []).events).toEqual(names.map((name) => [name, null]));
    const before = three.map(({ title, location, eventDate }, index) => ({
      uid: names[index]!,
      said: { title, location, eventDate },
    }));
    for (const [index, event] of three.entries()) {
      const others = names.filter((_, other) => other !== index);
      expect(inShort([event], before)).toEqual({
        events: [[names[index], `${names[index]}: ${event.title}`]],
        replaced: others,
      });
    }
    expect(inShort(three.toReversed(), before).events.map(([name]) => name)).toEqual(names.toReversed());
    // For a shared id, the title alone is not enough: it is unclear which of the two has moved.
    const moved = inShort([found("x", "Hedge planting", 6)], before);
    expect([moved.events[0]?.[1], moved.replaced]).toEqual([null, names]);
    // If two events share an id now, only title and time together can identify the one that had the id before.
    const two = [found("x", "Hedge planting", 6), found("x", "Blood pressure check", 9)];
    const apart = inShort(two, [known("x", "Hedge planting", 5)]);
    expect([apart.events.map(([, one]) => one), apart.replaced]).toEqual([[null, null], ["x"]]);
    // The first event was imported while no other had its id.
    const alone = inShort(three, [known("x", "Hedge planting", 5)]).events;
    expect(alone).toEqual([
      ["x", "x: Hedge planting"],
      [names[1], null],
      [names[2], null],
    ]);
  });

  it("gives events with one source id different ids, even at the same time", () => {
    const two = [
      found("x", "Hedge planting", 5),
      found("x", "Blood pressure check", 5),
      found("x", "Hedge planting", 5, "Park"),
    ];
    const name = `x#${at(5).toISOString()}`;
    expect(inShort(two, []).events.map(([uid]) => uid)).toEqual([name, `${name}#2`, `${name}#3`]);
    const before = [known(`${name}#2`, "Blood pressure check", 5), known(name, "Hedge planting", 5, "Park")];
    expect(inShort(two, before).events).toEqual([
      [`${name}#3`, null],
      [`${name}#2`, `${name}#2: Blood pressure check`],
      [name, `${name}: Hedge planting`],
    ]);
  });

  it("recognizes an event whose source id changes with each fetch only if title, time and location match", () => {
    const before = [known("old", "Canal tidy", 19, "Lock 3")];
    expect(inShort([found("new", "Canal tidy", 19, "Lock 3")], before)).toEqual({
      events: [["old", "old: Canal tidy"]],
      replaced: [],
    });
    for (const other of [
      found("new", "Canal tidy", 19, "Lock 4"),
      found("new", "Canal tidy", 20, "Lock 3"),
      found("new", "Tidy", 19, "Lock 3"),
    ])
      expect(inShort([other], before)).toEqual({ events: [["new", null]], replaced: [] });
    // Only one of two such events can be the known one; the other is new.
    const two = [found("new", "Canal tidy", 19, "Lock 3"), found("newer", "Canal tidy", 19, "Lock 3")];
    expect(inShort(two, before).events).toEqual([
      ["old", "old: Canal tidy"],
      ["newer", null],
    ]);
    // An event with the same id comes before one that only looks the same.
    const own = [found("new", "Canal tidy", 19, "Lock 3"), found("old", "Canal tidy", 19, "Lock 3")];
    expect(inShort(own, before).events).toEqual([
      ["new", null],
      ["old", "old: Canal tidy"],
    ]);
  });

  it("recognizes a date of a series that has become a single event, and only that date", () => {
    const before = [known("x#2026-12-05", "Hedge planting", 5), known("x#2026-12-12", "Hedge planting", 12)];
    expect(inShort([found("x", "Hedge planting", 12)], before)).toEqual({
      events: [["x#2026-12-12", "x#2026-12-12: Hedge planting"]],
      replaced: ["x#2026-12-05"],
    });
  });

  it("distinguishes thousands of events with one id quickly", () => {
    const many = Array.from({ length: 2000 }, (_, index) => found("x", `Event ${index}`, 5));
    const before = many.map(({ title }, index) => known(`x#${at(5).toISOString()}#${index}`, title, 5));
    const { events, replaced } = identified(many, before);
    expect([events.every(({ event, known: one }) => one?.said.title === event.title), replaced]).toEqual([true, []]);
  });
});

describe("cancelledAmong", () => {
  const before = [
    known("x", "Hedge planting", 5),
    known("y#2026-12-12", "Repair café", 12),
    known("y#2026-12-19", "Repair café", 19),
  ];
  const names = (...all: ReadCancelled[]) => cancelledAmong(all, before).map(({ uid }) => uid);

  it("finds canceled events by source id, by their data, and each date of a series", () => {
    expect(names(off("x", "Hedge planting", 5))).toEqual(["x"]);
    expect(names(off("x", "", 5))).toEqual(["x"]);
    expect(names(off("x", "Hedge planting", 7))).toEqual(["x"]);
    expect(names(off("new", "Hedge planting", 5))).toEqual(["x"]);
    expect(names(off("y", "Repair café", 1, { isSeries: true }))).toEqual(["y#2026-12-12", "y#2026-12-19"]);
    expect(names(off("y#2026-12-12", "Repair café", 12))).toEqual(["y#2026-12-12"]);
  });

  it("does not confuse it with a different event that has the same source id", () => {
    expect(names(off("x", "Blood pressure check", 9))).toEqual([]);
    expect(names(off("y", "Blood pressure check", 1, { isSeries: true }))).toEqual([]);
    expect(names(off("new", "Hedge planting", 5, { location: "Park" }))).toEqual([]);
    expect(names(off("y", "Repair café", 1))).toEqual([]);
  });
});

describe("isTheSame", () => {
  it("requires title and time to match for an id that several events shared", () => {
    const shared = known(`x#${at(5).toISOString()}`, "Hedge planting", 5);
    expect(isTheSame(shared, said("Hedge planting", 5, "Park"))).toBe(true);
    expect(isTheSame(shared, said("Hedge planting", 6))).toBe(false);
    expect(isTheSame(shared, said("Planting trees", 5))).toBe(false);
    expect(isTheSame(known("x", "Hedge planting", 5), said("Blood check", 6))).toBe(false);
  });
});
