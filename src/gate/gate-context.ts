import { createContext, useContext, useSyncExternalStore } from "react";

import { phaseOf, type KeptGate } from "./gate-state.ts";
import type { GateDesk } from "./gate-desk.ts";
import { type GateState, nothingYet } from "./gate-store.ts";
import type { Present } from "./merged.ts";

/** The gate's store and sync; null until they are open, and on the server. */
export const DeskContext = createContext<GateDesk | null>(null);

/** The same for parts that render only when it is open. @throws Error elsewhere */
export function useDesk(): GateDesk {
  const desk = useContext(DeskContext);
  if (!desk) throw new Error("The gate is not open.");
  return desk;
}

const never = () => () => {};

/** Selects part of the gate's state; the component re-renders only when it changes. */
export function useGatePart<Part>(part: (state: GateState) => Part): Part {
  const store = useContext(DeskContext)?.store;
  return useSyncExternalStore(
    store?.subscribe ?? never,
    () => part(store?.getState() ?? nothingYet),
    () => part(nothingYet),
  );
}

export const useGateState = (): GateState => useGatePart(itself);
const itself = (state: GateState) => state;

const isOpenIn = ({ gate, clock }: GateState) => gate !== null && phaseOf(gate, clock) === "open";

/** True if marks count now. */
export const useIsOpen = (): boolean => useGatePart(isOpenIn);

/**
 * The people and their states, for lists with hundreds of rows: sending re-renders none of them.
 * @throws Error without a gate
 */
export function usePeople(): { gate: KeptGate; present: Present; isOpen: boolean } {
  const gate = useGatePart((state) => state.gate);
  const present = useGatePart((state) => state.present);
  const isOpen = useIsOpen();
  if (!gate) throw new Error("There is no gate.");
  return { gate, present, isOpen };
}

/** The gate's whole state, for parts that render only with a gate. @throws Error without one */
export function useGate(): GateState & { gate: KeptGate; event: NonNullable<KeptGate["event"]>; isOpen: boolean } {
  const state = useGateState();
  const { gate } = state;
  if (!gate?.event) throw new Error("There is no gate.");
  return { ...state, gate, event: gate.event, isOpen: isOpenIn(state) };
}
