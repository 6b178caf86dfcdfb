import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { prove } from "#test/prove.ts";
import { correctedTimes } from "../gates/rules.ts";
import { type Mark, mergeMarks, oppositeOf } from "./rules.ts";

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

// Devices with clocks hours off mark, undo, close and add walk-ins without a network, and send their marks now and
// then. Answers get lost, so devices send marks again. In the end, all of them must show the same result as a single
// list kept all along.
type Deed =
  | { do: "mark"; device: number; kind: Mark["kind"]; who: number }
  | { do: "undo"; device: number }
  | { do: "sync"; device: number; isLost: boolean };

const device = fc.nat({ max: 4 });
const kinds = fc.constantFrom(
  ...(["here", "here", "here", "undone", "undone", "walk_in", "walk_in", "closed", "opened"] as const),
  ...(["guardian_asked", "guardian_asked", "guardian_unasked", "same_person"] as const),
);
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

/** A mark that the device `at` makes. */
type Said = {
  at: number;
  kind: Mark["kind"];
  person: number | null;
  takesBack?: string | null;
  sameAs?: string | null;
};

/** A server and its devices; each action takes a second. */
class Field {
  readonly log: Mark[] = [];
  /** All marks in their true order, by a correct clock. */
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
    if (kind === "same_person") return this.say(at, who);
    // Devices only mark walk-ins that were added.
    if (person < 100 + this.walkIns) this.add({ at, kind, person: isOfGate ? null : person });
  }

  /** Marks two added walk-ins as the same person. */
  private say(at: number, who: number) {
    if (this.walkIns < 2) return;
    const one = who % this.walkIns;
    this.add({ at, kind: "same_person", person: 100 + one, sameAs: `person ${100 + ((one + 1) % this.walkIns)}` });
  }

  /** Undoes a device's last action, once. */
  undo(at: number) {
    const last = this.truth.findLast(({ device: by }) => by === at);
    if (!last || last.takesBack !== null) return;
    const person = last.personId === null ? null : Number(last.personId.replace("person ", ""));
    this.add({ at, kind: oppositeOf(last.kind), person, takesBack: last.id, sameAs: last.sameAs ?? null });
  }

  private add({ at, kind, person, takesBack = null, sameAs = null }: Said) {
    this.time += second;
    const id = String((this.truth.length * 7919) % 1009);
    const right = mark(id, kind, person, (this.time - noon) / second, { device: at, takesBack, sameAs });
    const deviceAt = iso(this.time + this.skewOf(at));
    this.truth.push(right);
    this.waiting[at]?.push({ ...right, deviceAt, at: deviceAt });
  }

  /** If the answer is lost, the server has all marks and the device does not know it. */
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

/**
 * The log without undone mistakes: both marks of each pair are left out. If a mark undoes a closing or a removal, it
 * also states the present state, so it stays. A walk-in keeps their name.
 */
function withoutMistakes(log: readonly Mark[]): Mark[] {
  const ends: readonly Mark["kind"][] = ["undone", "opened", "guardian_unasked", "two_persons"];
  const mistakes = new Set(log.flatMap(({ takesBack }) => takesBack ?? []));
  return log.flatMap((one): Mark[] => {
    if (one.takesBack !== null) return ends.includes(one.kind) ? [] : [{ ...one, takesBack: null }];
    if (!mistakes.has(one.id)) return [one];
    const off = { ...one, id: `${one.id} off`, kind: "undone", name: null } as const;
    return one.kind === "walk_in" ? [one, off] : [];
  });
}

/** The state of each person; without a state, the time is left out. */
const statesIn = ({ people, walkIns, asked, closedAt, counts }: ReturnType<typeof mergeMarks>) => ({
  people: Array.from(people, ([id, one]) => [id, one.state === "here" ? one : one.state]),
  walkIns,
  asked,
  closedAt,
  counts,
});

/** The whole result, with marks reduced to their ids, because a device has marks with the server's number and time. */
const allOf = ({ sames, ...rest }: ReturnType<typeof mergeMarks>) => ({
  ...rest,
  sames: Array.from(sames, ([first, marks]) => [first, marks.map(({ id }) => id)]),
});

describe("gates without a network", () => {
  it("lead to the same result on every device as one shared list, and lose nothing", async () => {
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
        expect(statesIn(truth)).toEqual(statesIn(mergeMarks(roster, withoutMistakes(field.truth))));
        for (const known of field.known) {
          const shuffled = known.toSorted(() => (Number(chance.next().value) % 2) - 0.5);
          expect(allOf(mergeMarks(roster, shuffled))).toEqual(allOf(truth));
        }
      },
    );
    await prove("gates without a network", property);
  });
});
