import { useEffect, useState } from "react";
import { v4 } from "uuid";

import { keep, kept } from "#app/ui/storage.ts";
import { useDesk, useGate } from "./gate-context.ts";
import { stateOf } from "./merged.ts";

/** A typed code; `personId` is null if no person has it. A walk-in from the paper has no code. */
export type Line = { key: string; code: string | null; personId: string | null; wasHere: boolean };

/**
 * The typed lines of a paper list. Each code marks its person at once, so that nothing needs saving and nothing is
 * lost.
 */
export function useTyped(at: number | undefined) {
  const { store } = useDesk();
  const { gate } = useGate();
  const place = `goodturn.gate.typed.${gate.eventId}`;
  const [lines, setLines] = useState(() => linesIn(kept(place)));
  useEffect(() => keep(place, JSON.stringify(lines)), [place, lines]);
  const time = at === undefined ? {} : { at };

  /**
   * A person who is here already stays marked: typing a code twice is harmless. A mark from this list does not count as
   * one from the gate.
   */
  function lineOf(code: string, personId: string | null): Line {
    const isHere = personId !== null && stateOf(store.getState().present, personId).state === "here";
    if (personId !== null && !isHere) store.press([{ kind: "here", personId, ...time }]);
    const isOwn = lines.some((line) => line.personId === personId && !line.wasHere);
    return { key: v4(), code, personId, wasHere: isHere && !isOwn };
  }

  return {
    lines,
    /** A code typed twice appears once, at the top. */
    type: (codes: readonly string[]) => {
      const made = [...new Set(codes)].map((code) =>
        lineOf(code, gate.people.find((one) => one.code === code)?.id ?? null),
      );
      setLines((before) => {
        const rest = before.filter((line) => !made.some(({ code }) => code === line.code));
        return [...made.toReversed(), ...rest].slice(0, 500);
      });
    },
    /** Assigns an unknown code to the person who was meant. */
    mean: (line: Line, personId: string, code: string) => {
      const meant = lineOf(code, personId);
      setLines((before) =>
        before.filter((one) => one.code !== code).map((one) => (one.key === line.key ? meant : one)),
      );
    },
    addWalkIn: (name: string, under18: boolean) => {
      const personId = v4();
      store.press([{ kind: "walk_in", personId, name, under18, ...time }]);
      setLines((before) => [{ key: v4(), code: null, personId, wasHere: false }, ...before]);
    },
    /** Removes a line and its own mark; a mark from the gate stays. */
    takeBack: (line: Line) => {
      const { personId, wasHere } = line;
      if (personId !== null && !wasHere && stateOf(store.getState().present, personId).state === "here") {
        store.press([store.offOf("here", personId)]);
      }
      setLines((before) => before.filter(({ key }) => key !== line.key));
    },
  };
}

function linesIn(text: string | null): Line[] {
  try {
    const lines: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(lines) ? (lines as Line[]) : [];
  } catch {
    return [];
  }
}
