import { oppositeOf } from "#domain/marks/rules.ts";

import { type Deed, type KeptGate, type KeptMark, timeOf } from "./gate-state.ts";

/** The last press on this phone: its marks, and whether it can be undone. */
export function lastPress(marks: readonly KeptMark[]): { marks: KeptMark[]; canUndo: boolean } | null {
  const last = marks
    .filter(({ press }) => press !== null)
    .reduce<KeptMark | null>((latest, mark) => (!latest || mark.order > latest.order ? mark : latest), null);
  if (!last) return null;
  const { press, isUndo } = last;
  return { marks: marks.filter((mark) => mark.press === press), canUndo: !isUndo };
}

/** The time for which the last press is shown with its Undo button, in milliseconds. */
const toldFor = 5 * 60_000;

/** The last press on this phone, while it is recent. A press with a chosen time does not tell when it was made. */
export function toldPress(gate: KeptGate, marks: readonly KeptMark[], clock: number): ReturnType<typeof lastPress> {
  const last = lastPress(marks);
  const [mark] = last?.marks ?? [];
  return mark && !mark.isDated && timeOf(gate, clock) > Date.parse(mark.at) + toldFor ? null : last;
}

/** Undoes a press: each of its marks by a mark that names it. */
export const takingBack = (marks: readonly KeptMark[]): Deed[] =>
  marks.map(({ id, kind, personId, sameAs }) => ({
    kind: oppositeOf(kind),
    takesBack: id,
    ...(personId !== null && { personId }),
    ...(sameAs && { sameAs }),
  }));
