import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { prove } from "#test/prove.ts";
import {
  codeAddress,
  codeIn,
  codeLetters,
  correctedTimes,
  inOrder,
  type Mark,
  mergeMarks,
  namesakesIn,
  newCode,
  rosterName,
} from "./rules.ts";

const second = 1000;
const noon = Date.parse("2027-03-20T12:00:00Z");
const iso = (time: number) => new Date(time).toISOString();
const roster = Array.from({ length: 6 }, (_, number) => ({ id: `person ${number}` }));

const mark = (id: string, kind: Mark["kind"], person: number | null, at: number, more: Partial<Mark> = {}): Mark => ({
  id,
  seq: null,
  kind,
  personId: person === null ? null : `person ${person}`,
  name: kind === "walk_in" ? "Marta" : null,
  under18: false,
  at: iso(noon + at * second),
  deviceAt: iso(noon + at * second),
  device: 1,
  takesBack: null,
  ...more,
});

const stateOf = (marks: Mark[]) => mergeMarks(roster, marks).people.get("person 0");

describe("mergeMarks", () => {
  it("knows nothing of whom nobody marked, and since when who is here is", () => {
    expect(stateOf([])).toEqual({ state: "to_come", since: null, by: null });
    const twice = [mark("b", "here", 0, 20, { device: 2 }), mark("a", "here", 0, 10)];
    expect(stateOf(twice)).toEqual({ state: "here", since: iso(noon + 10 * second), by: 1 });
    expect(stateOf([...twice, mark("c", "undone", 0, 30)])?.state).toBe("to_come");
    expect(stateOf([...twice, mark("c", "undone", 0, 15)])).toMatchObject({ state: "here", by: 2 });
  });

  it("has who is not here not come while the gate is closed, and lets 'here' beat that, also when it comes late", () => {
    const closed = mark("c", "closed", null, 100, { device: 3 });
    expect(stateOf([closed])).toEqual({ state: "no_show", since: closed.at, by: 3 });
    expect(stateOf([closed, mark("a", "here", 0, 50)])?.state).toBe("here");
    expect(stateOf([closed, mark("a", "here", 0, 150)])?.state).toBe("here");
    expect(stateOf([closed, mark("a", "here", 0, 50), mark("b", "undone", 0, 60)])?.state).toBe("no_show");
    expect(stateOf([closed, mark("d", "opened", null, 200)])?.state).toBe("to_come");
    expect(mergeMarks(roster, [mark("d", "closed", null, 300), closed]).closedAt).toBe(closed.at);
  });

  it("has who was unmarked by mistake here all the time, in whatever order that becomes known", () => {
    const [came, wrong] = [mark("a", "here", 0, 10), mark("b", "undone", 0, 20)];
    const back = mark("c", "here", 0, 30, { takesBack: "b", device: 2 });
    expect(stateOf([back, wrong, came])).toEqual({ state: "here", since: came.at, by: 1 });
    // Another phone had them here again meanwhile, or took them off too: that was no mistake.
    expect(stateOf([came, wrong, mark("d", "here", 0, 25), back])?.since).toBe(came.at);
    expect(stateOf([came, wrong, mark("d", "undone", 0, 25), back])?.since).toBe(back.at);
    // By clocks it may seem to have been before.
    expect(stateOf([came, wrong, { ...back, at: iso(noon + 15 * second) }])?.since).toBe(came.at);
    const again = mark("e", "undone", 0, 40);
    expect(stateOf([came, wrong, back, again])?.state).toBe("to_come");
    expect(stateOf([came, wrong, back, again, mark("f", "here", 0, 50, { takesBack: "e" })])?.since).toBe(came.at);
    const [closed, opened] = [mark("g", "closed", null, 60), mark("h", "opened", null, 70)];
    const shut = mark("i", "closed", null, 80, { takesBack: "h" });
    expect(mergeMarks(roster, [shut, opened, closed]).closedAt).toBe(closed.at);
  });

  it("takes back nothing that is not known, of somebody else, or that somebody was here", () => {
    const [came, wrong] = [mark("a", "here", 0, 10), mark("b", "undone", 0, 20)];
    expect(stateOf([came, wrong, mark("c", "here", 0, 30, { takesBack: "x" })])?.since).toBe(iso(noon + 30 * second));
    expect(stateOf([came, wrong, mark("c", "here", 1, 30, { takesBack: "b" })])?.state).toBe("to_come");
    expect(stateOf([came, wrong, mark("c", "undone", 0, 30, { takesBack: "b" })])?.state).toBe("to_come");
    expect(stateOf([came, wrong, mark("c", "walk_in", 0, 30, { takesBack: "b" })])?.since).toBe(
      iso(noon + 30 * second),
    );
    const earlier = mark("c", "here", 0, 5, { device: 2 });
    expect(stateOf([earlier, came, mark("d", "undone", 0, 30, { takesBack: "a" })])?.state).toBe("to_come");
  });

  it("counts walk-ins by themselves, and takes off who was undone", () => {
    const marta = mark("a", "walk_in", 70, 10, { under18: true });
    const merged = mergeMarks(roster, [marta, mark("b", "here", 1, 10), mark("c", "closed", null, 30)]);
    expect(merged.counts).toEqual({ expected: 6, toCome: 0, here: 1, noShow: 5, walkIns: 1 });
    expect(merged.walkIns).toEqual([
      { id: "person 70", name: "Marta", under18: true, state: "here", since: marta.at, by: 1 },
    ]);
    const undone = mark("d", "undone", 70, 20);
    expect(mergeMarks(roster, [undone, marta]).counts.walkIns).toBe(0);
    expect(mergeMarks(roster, [undone, marta, mark("e", "here", 70, 25)]).counts.walkIns).toBe(1);
  });

  it("takes a mark as the server has it", () => {
    const own = mark("a", "here", 0, 500);
    const known = { ...own, seq: 4, at: iso(noon) };
    expect(inOrder([own, known])).toEqual([known]);
    expect(inOrder([known, own])).toEqual([known]);
  });
});

describe("correctedTimes", () => {
  it("takes off by how much the device's clock is wrong, and lets nothing be later than now", () => {
    const anHourAhead = noon + 3600 * second;
    expect(correctedTimes([anHourAhead - 60 * second], anHourAhead, noon)).toEqual([noon - 60 * second]);
    expect(correctedTimes([noon + 5 * second], noon, noon)).toEqual([noon]);
  });

  it("keeps the order of a device whose clock was set back", () => {
    const times = [noon + 3600 * second, noon + 3601 * second, noon - 10 * second];
    expect(correctedTimes(times, noon, noon)).toEqual([noon - 10 * second - 2, noon - 10 * second - 1, noon - 10_000]);
  });
});

// Devices whose clocks are hours off mark, undo, close and add walk-ins without a network, and send what they have now and then; answers
// get lost, so that it is sent again. What they see in the end is what a list would say that had been there all the time.
type Deed =
  | { do: "mark"; device: number; kind: Mark["kind"]; who: number }
  | { do: "undo"; device: number }
  | { do: "sync"; device: number; isLost: boolean };

const device = fc.nat({ max: 4 });
const kinds = fc.constantFrom("here", "here", "here", "undone", "undone", "walk_in", "closed", "opened");
const marking: fc.Arbitrary<Deed> = fc.record({
  do: fc.constant("mark"),
  device,
  kind: kinds,
  who: fc.nat({ max: 7 }),
});
const undoing: fc.Arbitrary<Deed> = fc.record({ do: fc.constant("undo"), device });
const syncing: fc.Arbitrary<Deed> = fc.record({ do: fc.constant("sync"), device, isLost: fc.boolean() });
const history = fc.record({
  devices: fc.integer({ min: 2, max: 5 }),
  skews: fc.array(fc.integer({ min: -5 * 3600, max: 5 * 3600 }), { minLength: 5, maxLength: 5 }),
  deeds: fc.array(
    fc.oneof({ weight: 3, arbitrary: marking }, { weight: 1, arbitrary: undoing }, { weight: 1, arbitrary: syncing }),
    { maxLength: 60 },
  ),
});

const opposite = { here: "undone", walk_in: "undone", undone: "here", closed: "opened", opened: "closed" } as const;

/** A server and its devices; each deed takes a second. */
class Field {
  readonly log: Mark[] = [];
  /** In the order in which it was done, by a clock that is right. */
  readonly truth: Mark[] = [];
  readonly known: Mark[][];
  private readonly waiting: Mark[][];
  private time = noon;
  private walkIns = 0;
  private readonly skews: readonly number[];

  constructor(devices: number, skews: readonly number[]) {
    this.skews = skews;
    this.known = Array.from({ length: devices }, () => []);
    this.waiting = Array.from({ length: devices }, () => []);
  }

  mark(at: number, kind: Mark["kind"], who: number) {
    const isOfGate = kind === "closed" || kind === "opened";
    const person = kind === "walk_in" ? 100 + this.walkIns++ : who < 6 ? who : 94 + who;
    this.add(at, kind, isOfGate ? null : person);
  }

  /** Takes back what a device did last, once. */
  undo(at: number) {
    const last = this.truth.findLast(({ device: by }) => by === at);
    if (!last || last.takesBack !== null) return;
    const person = last.personId === null ? null : Number(last.personId.replace("person ", ""));
    this.add(at, opposite[last.kind], person, last.id);
  }

  private add(at: number, kind: Mark["kind"], person: number | null, takesBack: string | null = null) {
    this.time += second;
    const id = String((this.truth.length * 7919) % 1009);
    const right = mark(id, kind, person, (this.time - noon) / second, { device: at, takesBack });
    const deviceAt = iso(this.time + this.skewOf(at));
    this.truth.push(right);
    this.waiting[at]?.push({ ...right, deviceAt, at: deviceAt });
  }

  /** Where an answer is lost, the server has everything and the device does not know. */
  sync(at: number, isLost: boolean) {
    this.time += second;
    const sent = this.waiting[at] ?? [];
    const deviceTimes = sent.map(({ deviceAt }) => Date.parse(deviceAt));
    const times = correctedTimes(deviceTimes, this.time + this.skewOf(at), this.time);
    for (const [index, own] of sent.entries()) {
      if (this.log.some(({ id }) => id === own.id)) continue;
      this.log.push({ ...own, at: iso(times[index] ?? Number.NaN), seq: this.log.length + 1 });
    }
    if (isLost) return;
    this.waiting[at] = [];
    this.known[at] = [...sent, ...(this.known[at] ?? []), ...this.log];
  }

  private skewOf = (at: number) => (this.skews[at] ?? 0) * second;
}

describe("gates without a network", () => {
  it("end the same on every device, as if all had been one list, and lose nothing", async () => {
    const property = fc.asyncProperty(
      history,
      fc.infiniteStream(fc.nat()),
      async ({ devices, skews, deeds }, chance) => {
        const field = new Field(devices, skews);
        for (const deed of deeds) {
          const at = deed.device % devices;
          if (deed.do === "mark") field.mark(at, deed.kind, deed.who);
          else if (deed.do === "undo") field.undo(at);
          else field.sync(at, deed.isLost);
        }
        for (const round of [1, 2]) for (const at of field.known.keys()) field.sync(at, round === 1 && at % 2 === 0);
        for (const at of field.known.keys()) field.sync(at, false);

        expect(new Set(field.log.map(({ id }) => id))).toEqual(new Set(field.truth.map(({ id }) => id)));
        const truth = mergeMarks(roster, field.truth);
        for (const known of field.known) {
          const shuffled = known.toSorted(() => (Number(chance.next().value) % 2) - 0.5);
          expect(mergeMarks(roster, shuffled)).toEqual(truth);
        }
      },
    );
    await prove("gates without a network", property);
  });
});

describe("newCode", () => {
  it("is four of the letters that nobody mistakes, each as likely as any other", () => {
    expect(newCode()).toMatch(/^[2-9CDFGHJKMNPQRTVWX]{4}$/);
    const counts = new Map<string, number>();
    let next = 0;
    for (let made = 0; made < 240; made++) {
      for (const letter of newCode((count) => Array.from({ length: count }, () => next++ % 256)))
        counts.set(letter, (counts.get(letter) ?? 0) + 1);
    }
    expect([...counts.keys()].toSorted()).toEqual(codeLetters.split("").toSorted());
    expect(new Set(counts.values())).toEqual(new Set([40]));
  });
});

describe("codeIn", () => {
  const eventId = "0195c0de-0000-7000-8000-00000000000a";
  it("finds the code in what is typed or scanned, and in nothing else", () => {
    expect(codeIn(" k7-qm ")).toEqual({ code: "K7QM", eventId: null });
    expect(codeIn(codeAddress("https://example.org", eventId, "K7QM"))).toEqual({ code: "K7QM", eventId });
    for (const other of ["", "K7Q", "K7QMM", "K7QA", "https://example.org/#K7QM", `/view-event/${eventId}`])
      expect(codeIn(other), other).toBeNull();
  });
});

describe("rosterName", () => {
  it("is the first name and one letter, in any script", () => {
    const names = ["Amara Okafor", "  Maria do Céu   Andrade ", "فاطمة بن علي", "Kenji", "Ana (she)", "प्रिया शर्मा", ""];
    expect(names.map(rosterName)).toEqual(["Amara O.", "Maria A.", "فاطمة ع.", "Kenji", "Ana", "प्रिया श.", ""]);
  });
});

describe("namesakesIn", () => {
  it("has everybody who is called as somebody else, and nobody who is called alike", () => {
    const all = ["Joana M.", "joana m.", "Joana N.", "Joana"].map((name, index) => ({ id: `${index}`, name }));
    expect([...namesakesIn(all)]).toEqual(["0", "1"]);
  });
});
