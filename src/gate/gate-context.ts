import { createContext, useContext, useSyncExternalStore } from "react";

import { phaseOf, type KeptGate } from "./gate-state.ts";
import type { GateDesk } from "./gate-desk.ts";
import { type GateState, nothingYet } from "./gate-store.ts";
import type { Present } from "./merged.ts";

/** What is behind the page; null until it is open, and on the server. */
export const DeskContext = createContext<GateDesk | null>(null);

/** What is behind the page, for parts that are only shown when it is open. @throws Error elsewhere */
export function useDesk(): GateDesk {
  const desk = useContext(DeskContext);
  if (!desk) throw new Error("The gate is not open.");
  return desk;
}

const never = () => () => {};

/** A part of what the page shows; who uses it is drawn again when that part is another one. */
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

/** Whether marks count now. */
export const useIsOpen = (): boolean => useGatePart(isOpenIn);

/** The people in the list and how it is with them, for what has hundreds of rows: sending draws none of them again. @throws Error without a gate */
export function usePeople(): { gate: KeptGate; present: Present; isOpen: boolean } {
  const gate = useGatePart((state) => state.gate);
  const present = useGatePart((state) => state.present);
  const isOpen = useIsOpen();
  if (!gate) throw new Error("There is no gate.");
  return { gate, present, isOpen };
}

/** The same for parts that are shown of a gate alone. @throws Error without one */
export function useGate(): GateState & { gate: KeptGate; event: NonNullable<KeptGate["event"]>; isOpen: boolean } {
  const state = useGateState();
  const { gate } = state;
  if (!gate?.event) throw new Error("There is no gate.");
  return { ...state, gate, event: gate.event, isOpen: isOpenIn(state) };
}
