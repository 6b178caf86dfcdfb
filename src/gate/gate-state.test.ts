import { array, assert, boolean, integer, property, record, shuffledSubarray } from "fast-check";
import { describe, expect, it } from "vitest";
import type { Synced } from "#domain/gates/shapes.ts";
import {
  type Deed,
  hasEventBegun,
  hasEventEnded,
  type KeptGate,
  type KeptMark,
  marksOf,
  newGate,
  phaseOf,
  requestOf,
  takeAnswer,
  waitingIn,
  withoutNames,
} from "./gate-state.ts";
import { presentIn, stateOf } from "./merged.ts";
import { lastPress, takingBack, toldPress } from "./presses.ts";
import { markKinds } from "#domain/marks/rules.ts";

const hour = 3_600_000;
const noon = Date.parse("2026-05-12T12:00:00Z");
const iso = (time: number) => new Date(time).toISOString();

let ids = 0;
const newId = () => `id-${(ids += 1)}`;
const person = (id: string) => ({
  id,
  partyId: id,
  name: id,
  code: "K7QM",
  under18: false,
  guardian: null,
  isGuest: false,
});
const gateOf = (changes: Partial<KeptGate> = {}): KeptGate => ({
  ...newGate({ eventId: "event", pass: "pass", device: 1 }, noon),
  people: [person("a"), person("b")],
  readableFrom: iso(noon - 72 * hour),
  marksFrom: iso(noon - 2 * hour),
  marksUntil: iso(noon + 74 * hour),
  ...changes,
});
const press = (gate: KeptGate, marks: readonly KeptMark[], deeds: Deed[], clock: number) => [
  ...marks,
  ...marksOf({ gate, marks }, deeds, { clock, newId }),
];
const answerOf = (changes: Partial<Synced>): Synced => ({
  now: iso(noon),
  event: {} as Synced["event"],
  roster: null,
  marks: [],
  since: 0,
  isLast: true,
  devices: [],
  accepted: [],
  waiting: [],
  cleared: [],
  refused: [],
  revokedAt: null,
  readableFrom: iso(noon - 72 * hour),
  marksFrom: iso(noon - 2 * hour),
  marksUntil: iso(noon + 74 * hour),
  ...changes,
});
const ofServer = (
  { id, kind, personId, name, under18, at, deviceAt, takesBack }: KeptMark,
  seq: number,
  device = 2,
) => ({
  id,
  seq,
  kind,
  personId,
  name,
  under18,
  at,
  deviceAt,
  device,
  takesBack,
  sameAs: null,
});

describe("marksOf", () => {
  it("makes the latest press count, whatever the clocks of this phone and others say", () => {
    assert(
      property(
        array(record({ here: boolean(), step: integer({ min: -5000, max: 5000 }) }), { minLength: 1 }),
        integer({ min: -3 * hour, max: 3 * hour }),
        (presses, ahead) => {
          const gate = gateOf();
          let marks: KeptMark[] = [
            { ...press(gate, [], [{ kind: "here", personId: "a" }], noon + ahead)[0]!, press: null },
          ];
          let clock = noon;
          for (const { here, step } of presses) {
            clock += step;
            marks = press(gate, marks, [{ kind: here ? "here" : "undone", personId: "a" }], clock);
            const { state } = stateOf(presentIn(gate.people, marks), "a");
            expect(state).toBe(here ? "here" : "to_come");
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it("uses the time chosen for a paper list, unless that would change nothing", () => {
    const gate = gateOf({ correction: 1000 });
    const [dated] = press(gate, [], [{ kind: "here", personId: "a", at: noon - hour }], noon);
    expect(dated).toMatchObject({ at: iso(noon - hour), deviceAt: iso(noon - hour - 1000), isDated: true });
    const undone = press(gate, [], [{ kind: "undone", personId: "a" }], noon);
    const again = press(gate, undone, [{ kind: "here", personId: "a", at: noon - hour }], noon + 5000);
    expect(again.at(-1)).toMatchObject({ isDated: false });
    expect(stateOf(presentIn(gate.people, again), "a").state).toBe("here");
  });
});

describe("requestOf", () => {
  it("sends waiting marks in their order, and chosen times separately", () => {
    const gate = gateOf();
    let marks = press(gate, [], [{ kind: "here", personId: "a" }], noon);
    marks = press(gate, marks, [{ kind: "here", personId: "b", at: noon - hour }], noon + 1000);
    marks = press(gate, marks, [{ kind: "undone", personId: "a" }], noon + 2000);
    const pressed = requestOf(gate, marks, noon).marks;
    expect(pressed.map(({ kind, chosenAt }) => [kind, chosenAt])).toEqual([
      ["here", undefined],
      ["undone", undefined],
    ]);
    const sent = marks.map((mark): KeptMark => ({ ...mark, status: mark.isDated ? "waiting" : "sent" }));
    expect(requestOf(gate, sent, noon).marks).toMatchObject([{ personId: "b", chosenAt: iso(noon - hour) }]);
  });
});

const sinceOf = (gate: KeptGate) => requestOf(gate, [], noon).since;
const takenBy = (gate: KeptGate, answer: Partial<Synced>) =>
  takeAnswer({ gate, marks: [] }, { sentAt: iso(noon) }, { answer: answerOf(answer), heardAt: noon }).gate;

describe("the kinds of marks that a page knows", () => {
  it("are sent with each request, and a page that knows more kinds than the last one reads everything again", () => {
    expect(requestOf(gateOf(), [], noon).kinds).toEqual(markKinds);
    const { read: _new, ...before } = gateOf({ since: 9 });
    expect(sinceOf(before), "of a version that sent no kinds").toBe(0);
    const read = takenBy(before, { since: 7 });
    expect([sinceOf(read), read.since]).toEqual([7, 9]);
    expect(sinceOf(takenBy(read, { since: 5 })), "late").toBe(7);
    expect(sinceOf({ ...read, read: { kinds: "here undone", since: 7 } }), "of other kinds").toBe(0);
    expect(sinceOf(withoutNames(read))).toBe(0);
  });
});

describe("takeAnswer", () => {
  it("ends in the same state for any answers, in any order and repeated", () => {
    const gate = gateOf();
    const own = press(gate, [], [{ kind: "here", personId: "a" }], noon);
    const others = press(gate, [], [{ kind: "here", personId: "b" }], noon + 10).map((mark) => ofServer(mark, 1));
    const request = { sentAt: iso(noon) };
    const answers = [
      answerOf({ marks: others, since: 1 }),
      answerOf({ accepted: own.map(({ id }) => id), marks: own.map((mark) => ofServer(mark, 2, 1)), since: 2 }),
      answerOf({ accepted: own.map(({ id }) => id), since: 1 }),
    ];
    assert(
      property(shuffledSubarray([...answers, ...answers], { minLength: 6 }), (order) => {
        let kept = { gate, marks: own };
        for (const answer of order) {
          const taken = takeAnswer(kept, request, { answer, heardAt: noon });
          kept = {
            gate: taken.gate,
            marks: [...new Map([...kept.marks, ...taken.marks].map((one) => [one.id, one])).values()],
          };
        }
        expect(kept.gate.since).toBe(2);
        expect(kept.marks.map(({ status, seq }) => `${status} ${seq}`).join()).toMatch(/^sent [12],sent [12]$/);
        expect(presentIn(gate.people, kept.marks).counts.here).toBe(2);
      }),
      { numRuns: 30 },
    );
  });

  it("forgets a walk-in's contact details once sent, and keeps the name as typed here", () => {
    const gate = gateOf();
    const marta = { personId: "w", name: "Marta (dog walker)", phone: "1", email: "m@x" };
    const [mark] = press(gate, [], [{ kind: "walk_in", ...marta }], noon);
    const request = { sentAt: iso(noon) };
    const before = takeAnswer({ gate, marks: [mark!] }, request, { answer: answerOf({}), heardAt: noon });
    expect(before.marks).toMatchObject([{ status: "waiting", name: "Marta (dog walker)", phone: "1", email: "m@x" }]);
    // The server has the mark, and its copy comes with a later page of marks.
    const sent = takeAnswer({ gate, marks: [mark!] }, request, {
      answer: answerOf({ accepted: [mark!.id] }),
      heardAt: noon,
    });
    expect(sent.marks).toMatchObject([{ status: "sent", name: marta.name, phone: null, email: null }]);
    const shown = presentIn(gate.people, before.marks);
    const told = { ...ofServer(mark!, 1, 1), name: "Marta" };
    const answer = answerOf({ accepted: [mark!.id], marks: [told], since: 1 });
    const after = takeAnswer({ gate, marks: [mark!] }, request, { answer, heardAt: noon });
    expect(after.marks).toMatchObject([{ status: "sent", seq: 1, name: marta.name, phone: null, email: null }]);
    const again = presentIn(gate.people, after.marks, shown);
    expect([again.arrivals, again.counts]).toEqual([shown.arrivals, shown.counts]);
    // Another phone, and this one after its names are removed, has the server's version.
    const others = takeAnswer({ gate, marks: [] }, request, { answer, heardAt: noon });
    const emptied = takeAnswer({ gate, marks: [{ ...mark!, name: null }] }, request, { answer, heardAt: noon });
    expect([others, emptied].map(({ marks }) => marks[0]?.name)).toEqual(["Marta", "Marta"]);
  });

  it("removes refused marks from the count, and names from the phone once the key is revoked", () => {
    const gate = gateOf();
    const marks = press(gate, [], [{ kind: "here", personId: "a" }], noon);
    const refused = [{ id: marks[0]!.id, code: "gate_full" as const }];
    const answer = answerOf({ refused, revokedAt: iso(noon) });
    const taken = takeAnswer({ gate, marks }, { sentAt: iso(noon) }, { answer, heardAt: noon });
    expect(waitingIn(taken.marks)).toEqual([]);
    expect(presentIn(gate.people, taken.marks).counts.here).toBe(0);
    expect(taken.gate.people).toEqual([]);
    expect(phaseOf(taken.gate, noon)).toBe("revoked");
  });
});

describe("lastPress", () => {
  it("is undone as a whole, and an undo itself cannot be undone", () => {
    const gate = gateOf();
    const marks = press(
      gate,
      [],
      [
        { kind: "here", personId: "a" },
        { kind: "here", personId: "b" },
      ],
      noon,
    );
    const last = lastPress(marks)!;
    expect(last).toMatchObject({ canUndo: true });
    const back = marksOf({ gate, marks }, takingBack(last.marks), { clock: noon, newId, isUndo: true });
    expect(presentIn(gate.people, [...marks, ...back]).counts.here).toBe(0);
    expect(lastPress([...marks, ...back])).toMatchObject({ canUndo: false });
  });
});

describe("toldPress", () => {
  it("is shown for some minutes by the server's clock, and with a chosen time until the next press", () => {
    const gate = gateOf({ correction: hour });
    const [minute, clock] = [60_000, noon - hour];
    const marks = press(gate, [], [{ kind: "opened" }], clock);
    expect(toldPress(gate, marks, clock + 4 * minute)?.marks).toEqual(marks);
    expect(toldPress(gate, marks, clock + 6 * minute)).toBeNull();
    expect(lastPress(marks), "for a caller that asks for it").not.toBeNull();
    const dated = press(gate, [], [{ kind: "here", personId: "a", at: noon - hour }], clock);
    expect(toldPress(gate, dated, clock)).toMatchObject({ canUndo: true });
    expect(toldPress(gate, [], clock)).toBeNull();
  });
});

describe("phaseOf", () => {
  it.each([
    [-80 * hour, "early"],
    [-3 * hour, "soon"],
    [0, "open"],
    [75 * hour, "over"],
  ] as const)("uses the server's clock: %i ms from the beginning it is %s", (from, phase) => {
    expect(phaseOf(gateOf({ correction: 5 * hour }), noon + from - 5 * hour)).toBe(phase);
  });
});

describe("hasEventBegun and hasEventEnded", () => {
  it("use the server's clock, and are false for an unknown event", () => {
    const event = { eventDate: iso(noon), eventEnd: iso(noon + hour) } as KeptGate["event"];
    const gate = gateOf({ correction: 5 * hour, event });
    const at = (from: number) => noon + from - 5 * hour;
    expect([0, 1, hour].map((from) => hasEventBegun(gate, at(from)))).toEqual([false, true, true]);
    expect([1, hour, hour + 1].map((from) => hasEventEnded(gate, at(from)))).toEqual([false, false, true]);
    expect([hasEventBegun, hasEventEnded].map((has) => has({ ...gate, event: null }, noon))).toEqual([false, false]);
  });
});
