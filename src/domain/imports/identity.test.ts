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

/** Each event's name with us, and the name and title that it was imported under. */
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
  it("knows an event by its name, also when it is moved or has another title", () => {
    const before = [known("x", "Hedge planting", 5)];
    const itself = ["x", "x: Hedge planting"];
    for (const event of [found("x", "Hedge planting", 5), found("x", "Hedge planting", 9), found("x", "Trees", 5)])
      expect(inShort([event], before)).toEqual({ events: [itself], replaced: [] });
    // A word of its title has stayed.
    expect(inShort([found("x", "Planting trees", 9)], before).events).toEqual([itself]);
    expect(inShort([found("y", "Trees", 9)], before)).toEqual({ events: [["y", null]], replaced: [] });
  });

  it("makes nothing into another event that has its name, and says both", () => {
    const before = [known("x", "Hedge planting", 5)];
    expect(inShort([found("x", "Blood pressure check", 9)], before)).toEqual({
      events: [[`x#${at(9).toISOString()}`, null, "instead"]],
      replaced: ["x"],
    });
  });

  it("has as many events as share a name, and each stays what it is when others go, come or move", () => {
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
    // Of a name that was shared, a title alone says nothing: which of the two has moved?
    const moved = inShort([found("x", "Hedge planting", 6)], before);
    expect([moved.events[0]?.[1], moved.replaced]).toEqual([null, names]);
    // Which of two that share its name now is the one that was alone, only what it was can say.
    const two = [found("x", "Hedge planting", 6), found("x", "Blood pressure check", 9)];
    const apart = inShort(two, [known("x", "Hedge planting", 5)]);
    expect([apart.events.map(([, one]) => one), apart.replaced]).toEqual([[null, null], ["x"]]);
    // The first was imported while it was alone.
    const alone = inShort(three, [known("x", "Hedge planting", 5)]).events;
    expect(alone).toEqual([
      ["x", "x: Hedge planting"],
      [names[1], null],
      [names[2], null],
    ]);
  });

  it("gives each of them a name of its own, also at one time", () => {
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

  it("knows by title, beginning and place what has another name with each fetch, and nothing with less in common", () => {
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
    // One is one: the other of two is new.
    const two = [found("new", "Canal tidy", 19, "Lock 3"), found("newer", "Canal tidy", 19, "Lock 3")];
    expect(inShort(two, before).events).toEqual([
      ["old", "old: Canal tidy"],
      ["newer", null],
    ]);
    // What has its name goes before what only looks like it.
    const own = [found("new", "Canal tidy", 19, "Lock 3"), found("old", "Canal tidy", 19, "Lock 3")];
    expect(inShort(own, before).events).toEqual([
      ["new", null],
      ["old", "old: Canal tidy"],
    ]);
  });

  it("knows a date of a series that is an event by itself now, and no other of its dates", () => {
    const before = [known("x#2026-12-05", "Hedge planting", 5), known("x#2026-12-12", "Hedge planting", 12)];
    expect(inShort([found("x", "Hedge planting", 12)], before)).toEqual({
      events: [["x#2026-12-12", "x#2026-12-12: Hedge planting"]],
      replaced: ["x#2026-12-05"],
    });
  });

  it("tells thousands of one name apart in a moment", () => {
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

  it("finds what is off by its name, by what it is, and each date of a series", () => {
    expect(names(off("x", "Hedge planting", 5))).toEqual(["x"]);
    expect(names(off("x", "", 5))).toEqual(["x"]);
    expect(names(off("x", "Hedge planting", 7))).toEqual(["x"]);
    expect(names(off("new", "Hedge planting", 5))).toEqual(["x"]);
    expect(names(off("y", "Repair café", 1, { isSeries: true }))).toEqual(["y#2026-12-12", "y#2026-12-19"]);
    expect(names(off("y#2026-12-12", "Repair café", 12))).toEqual(["y#2026-12-12"]);
  });

  it("does not take another event for it, whose name it has", () => {
    expect(names(off("x", "Blood pressure check", 9))).toEqual([]);
    expect(names(off("y", "Blood pressure check", 1, { isSeries: true }))).toEqual([]);
    expect(names(off("new", "Hedge planting", 5, { location: "Park" }))).toEqual([]);
    expect(names(off("y", "Repair café", 1))).toEqual([]);
  });
});

describe("isTheSame", () => {
  it("holds names that several shared to all that they were", () => {
    const shared = known(`x#${at(5).toISOString()}`, "Hedge planting", 5);
    expect(isTheSame(shared, said("Hedge planting", 5, "Park"))).toBe(true);
    expect(isTheSame(shared, said("Hedge planting", 6))).toBe(false);
    expect(isTheSame(shared, said("Planting trees", 5))).toBe(false);
    expect(isTheSame(known("x", "Hedge planting", 5), said("Blood check", 6))).toBe(false);
  });
});
