import type { SyncInput, Synced } from "#domain/gates/shapes.ts";

import {
  type Deed,
  type KeptGate,
  type KeptMark,
  marksOf,
  newGate,
  phaseOf,
  requestOf,
  takeAnswer,
  timeOf,
  waitingIn,
  withoutNames,
} from "./gate-state.ts";
import { lastPress, takingBack } from "./presses.ts";
import { createKeeper } from "./gate-keeper.ts";
import type { GateStorage } from "./gate-storage.ts";
import { type Present, presentIn, stateOf, takingOff } from "./merged.ts";

/**
 * The state of the gate's page. `status` says whether this phone has a gate: `opening` while a key waits to be
 * exchanged, `unopened` if its link does not open, for the reason in `words`.
 */
export type GateState = {
  status: "loading" | "none" | "opening" | "unopened" | "gate";
  words: string | null;
  gate: KeptGate | null;
  marks: readonly KeptMark[];
  present: Present;
  /** The gates of other events on this phone. */
  others: readonly KeptGate[];
  /** This phone's clock, in milliseconds, updated in steps: nothing here depends on seconds. */
  clock: number;
  isOnline: boolean;
  isSending: boolean;
  /** True if all marks are stored, so that the page can be closed. */
  isKept: boolean;
};

export const nothingYet: GateState = {
  status: "loading",
  words: null,
  gate: null,
  marks: [],
  present: presentIn([], []),
  others: [],
  clock: 0,
  isOnline: true,
  isSending: false,
  isKept: true,
};

type Outside = {
  storage: GateStorage;
  /** This phone's clock, in milliseconds. */
  clock: () => number;
  newId: () => string;
  /** Tells the other tabs of this phone that stored data have changed. */
  announce: () => void;
  /** Called when there is something to send. */
  pressed: () => void;
  /** Waits until a press is painted. */
  drawn: () => Promise<void>;
};

export type GateStore = ReturnType<typeof createGateStore>;

const lastFirst = (gates: readonly KeptGate[]) => gates.toSorted((one, other) => other.openedAt - one.openedAt);

const tickOf = (time: number) => Math.floor(time / 15_000) * 15_000;

/** A second press on one row within this time, in milliseconds, counts as a shaking hand. */
const shaking = 600;
/** The time for which unsent marks are kept after the last moment for sending them, in milliseconds. */
const unsentMax = 30 * 24 * 3_600_000;

/**
 * The gates of this phone. A press is shown at once, then stored, then sent. If storage is refused, they are kept in
 * memory, and the page says so.
 */
export function createGateStore({ storage, clock, newId, announce, pressed, drawn }: Outside) {
  let state: GateState = { ...nothingYet, isKept: storage.isLasting, clock: tickOf(clock()) };
  /** True if the gate itself is stored; without it, its marks are useless. */
  let isGateKept = true;
  const keeper = createKeeper({
    storage,
    announce,
    drawn,
    latest: (marks) => {
      const known = new Map(state.marks.map((mark) => [mark.id, mark]));
      return marks.map((mark) => known.get(mark.id) ?? mark);
    },
    tell: (isKept) => set({ isKept: isKept && isGateKept }),
  });
  const listeners = new Set<() => void>();
  const lastTaps = new Map<string, number>();

  function set(changes: Partial<GateState>) {
    const changed = { ...state, ...changes, clock: tickOf(clock()) };
    const isSame = (Object.keys(changed) as (keyof GateState)[]).every((name) => changed[name] === state[name]);
    if (isSame) return;
    state = changed;
    for (const listener of listeners) listener();
  }

  function show(gate: KeptGate, marks: readonly KeptMark[], more: Partial<GateState> = {}) {
    const isSame = gate.eventId === state.gate?.eventId;
    const present = presentIn(gate.people, marks, isSame ? state.present : undefined);
    set({ status: "gate", gate, marks, present, ...more });
  }

  /** Reads the stored gates: at first, and when another tab has changed them. */
  async function load(): Promise<void> {
    const { gates, ended } = await tidy();
    const gate = gates.find(({ eventId }) => eventId === state.gate?.eventId) ?? (state.gate ? undefined : gates[0]);
    const others = gates.filter(({ eventId }) => eventId !== (gate ?? state.gate)?.eventId);
    if (!gate && state.status !== "loading") return set({ others });
    // If the opened gate's list has just been deleted, the page says so.
    if (!gate) return ended[0] ? show(withoutNames(ended[0]), [], { others }) : set({ others, status: "none" });
    const kept = await storage.marksOf(gate.eventId);
    const ids = new Set(kept.map(({ id }) => id));
    show(gate, [...kept, ...state.marks.filter((mark) => mark.eventId === gate.eventId && !ids.has(mark.id))], {
      others,
    });
  }

  /**
   * Removes names from this phone when an event is over or its key is revoked, and the rest once all marks are sent.
   * @returns the remaining gates and those just ended, the last opened first
   */
  async function tidy(): Promise<{ gates: KeptGate[]; ended: KeptGate[] }> {
    const gates = lastFirst(await storage.gates());
    const ended = gates.filter((gate) => ["over", "revoked"].includes(phaseOf(gate, clock())));
    for (const gate of ended) {
      const isShown = gate.eventId === state.gate?.eventId;
      const marks = united(isShown ? state.marks : [], await storage.marksOf(gate.eventId));
      const isWaiting = waitingIn(marks).length > 0;
      const isLate = gate.marksUntil !== null && timeOf(gate, clock()) > Date.parse(gate.marksUntil) + unsentMax;
      const tidied =
        !isWaiting || isLate
          ? storage.remove(gate.eventId)
          : storage.change(gate.eventId, (kept) => ({ gate: withoutNames(kept.gate), marks: nameless(kept.marks) }));
      // If storage fails now, it may succeed next time.
      await tidied.catch(() => {});
      // The numbers of waiting and refused marks stay visible while the page is open.
      if (isShown) show(withoutNames(gate), nameless(marks.filter(({ status }) => status !== "sent")));
    }
    return { gates: ended.length > 0 ? lastFirst(await storage.gates()) : gates, ended };
  }

  /** Makes the marks of a press. Outside of the time in which marks count, it does nothing. */
  function press(deeds: readonly Deed[], isUndo = false): void {
    const { gate, marks } = state;
    if (!gate || deeds.length === 0 || phaseOf(gate, clock()) !== "open") return;
    const made = marksOf({ gate, marks }, deeds, { clock: clock(), newId, isUndo });
    show(gate, [...marks, ...made]);
    keeper.add(made);
    pressed();
  }

  /** Handles a tap on a person's box: marks them as here, or undoes that, and returns whether it counted. */
  const tap = (personId: string): boolean =>
    toggle("here", personId, stateOf(state.present, personId).state === "here");

  /** Notes that a person's guardian was asked, or undoes that, and returns whether it counted. */
  const ask = (personId: string): boolean => toggle("guardian_asked", personId, state.present.asked.has(personId));

  function toggle(what: "here" | "guardian_asked", personId: string, isSo: boolean): boolean {
    const [now, tapped] = [clock(), `${what} ${personId}`];
    if (now - (lastTaps.get(tapped) ?? -Infinity) < shaking) return false;
    lastTaps.set(tapped, now);
    press([isSo ? offOf(what, personId) : { kind: what, personId }]);
    return true;
  }

  /** The action that undoes this for a person. */
  const offOf = (what: "here" | "guardian_asked", personId: string): Deed =>
    takingOff(what, personId, { people: state.gate?.people ?? [], marks: state.marks, present: state.present });

  function undo(): void {
    const last = lastPress(state.marks);
    if (last?.canUndo) press(takingBack(last.marks), true);
  }

  /** Adds a gate that a key has opened; one already on this phone continues with the new pass. */
  async function add(opened: Pick<KeptGate, "eventId" | "pass" | "device">): Promise<void> {
    const known = (await storage.gates()).find(({ eventId }) => eventId === opened.eventId);
    const gate = { ...(known ?? newGate(opened, clock())), ...opened, revokedAt: null, openedAt: clock() };
    isGateKept = await keeper.write(() => storage.putGate(gate));
    show(gate, known ? await storage.marksOf(gate.eventId) : [], { words: null });
    await load();
  }

  /** Shows another event of this phone. */
  async function choose(eventId: string): Promise<void> {
    const gate = (await storage.gates()).find((one) => one.eventId === eventId);
    if (!gate) return;
    const chosen = { ...gate, openedAt: clock() };
    await keeper.write(() => storage.putGate(chosen));
    show(chosen, await storage.marksOf(eventId));
    await load();
  }

  /** The gates with something to read or to send, the one shown first. */
  async function outstanding(): Promise<string[]> {
    await keeper.settled();
    const kept = await storage.gates();
    const waiting = await Promise.all(
      kept.map(async ({ eventId }) => waitingIn(await storage.marksOf(eventId)).length > 0),
    );
    const shown = state.gate?.eventId;
    const others = kept.filter(({ eventId }, index) => eventId !== shown && waiting[index]);
    return [...(shown === undefined ? [] : [shown]), ...others.map(({ eventId }) => eventId)];
  }

  /** The next request for a gate. */
  async function next(eventId: string): Promise<{ pass: string; request: SyncInput } | null> {
    if (eventId === state.gate?.eventId) {
      return { pass: state.gate.pass, request: requestOf(state.gate, state.marks, clock()) };
    }
    const gate = (await storage.gates()).find((one) => one.eventId === eventId);
    return gate ? { pass: gate.pass, request: requestOf(gate, await storage.marksOf(eventId), clock()) } : null;
  }

  async function take(eventId: string, request: SyncInput, answer: Synced): Promise<void> {
    const came = { answer, heardAt: clock() };
    const isShown = eventId === state.gate?.eventId;
    if (isShown && state.gate) {
      const taken = takeAnswer({ gate: state.gate, marks: state.marks }, request, came);
      show(taken.gate, united(state.marks, taken.marks));
    }
    const inHand = isShown ? state.marks : [];
    const { gate } = state;
    if (isShown && gate && !isGateKept) isGateKept = await keeper.write(() => storage.putGate(gate));
    const isKept = await keeper.write(() =>
      storage.change(eventId, (kept) => {
        const all = { gate: kept.gate, marks: united(inHand, kept.marks) };
        const taken = takeAnswer(all, request, came);
        // Marks that could not be stored before are stored now.
        const ids = new Set(kept.marks.map(({ id }) => id));
        return {
          gate: taken.gate,
          marks: united(
            inHand.filter(({ id }) => !ids.has(id)),
            taken.marks,
          ),
        };
      }),
    );
    if (isKept) keeper.areKept(inHand);
    await tidy();
  }

  /** Handles a server that no longer knows this phone's pass. */
  async function shutOut(eventId: string): Promise<void> {
    const gate = (await storage.gates()).find((one) => one.eventId === eventId);
    if (!gate) return;
    const revokedAt = new Date(timeOf(gate, clock())).toISOString();
    const shut = { ...withoutNames(gate), revokedAt };
    await keeper.write(() => storage.putGate(shut));
    if (eventId === state.gate?.eventId) show(shut, state.marks);
    await tidy();
  }

  return {
    getState: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    set,
    load,
    press,
    flush: keeper.flush,
    tap,
    ask,
    offOf,
    undo,
    add,
    choose,
    outstanding,
    next,
    take,
    shutOut,
    storage,
  };
}

/** Removes the names of walk-ins, except from marks still to be sent. */
const nameless = (marks: readonly KeptMark[]): KeptMark[] =>
  marks.map((mark) => (mark.status === "waiting" ? mark : { ...mark, name: null }));

/** Merges marks by their ids; the second version of a mark wins. */
function united(marks: readonly KeptMark[], more: readonly KeptMark[]): KeptMark[] {
  return [...new Map([...marks, ...more].map((mark) => [mark.id, mark])).values()];
}
