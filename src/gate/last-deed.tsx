import type { RosterPerson } from "#domain/gates/rules.ts";
import { type MarkKind, markKinds } from "#domain/marks/rules.ts";
import { say } from "#messages/say.ts";

import { Icon } from "#app/ui/icon.tsx";
import type { IconName } from "#app/ui/icons.ts";
import { useDesk, useGate } from "./gate-context.ts";
import { hasEventEnded, type KeptMark } from "./gate-state.ts";
import { partyNamesIn } from "./groups.ts";
import { inText } from "./in-text.ts";
import { isSoYet } from "./merged.ts";
import { toldPress } from "./presses.ts";
import { clockTime, placeOf } from "./times.ts";
import { useNames } from "./use-names.ts";

import "./last-deed.css";

/**
 * This phone's last press, with its person and time. It can be undone until the next press here, a later mark of the
 * same person on another phone, or some minutes later.
 * @param shown `here` if only those who are here are shown, `none` if the search had no results
 */
export function LastDeed({ shown }: { shown: "here" | "none" | null }) {
  const { gate, marks, present, clock, isOpen } = useGate();
  const { store } = useDesk();
  const nameOf = useNames();
  const told = toldPress(gate, marks, clock);
  const last = told?.marks.every((one) => isSoYet(present, one)) ? told : null;
  const [mark] = last?.marks ?? [];
  const isEverybodyHere = present.counts.here === present.counts.expected;
  const next = isEverybodyHere ? "all" : hasEventEnded(gate, clock) ? "over" : "tap";
  const idle = gate.people.length === 0 ? "empty" : isOpen ? (shown ?? next) : "soon";
  return (
    <div className={`g-last ${mark?.kind === "undone" ? "undone" : ""}`}>
      {mark && <Icon name={icons[mark.kind] ?? "check"} />}
      <p role="status" className="min-w-0 flex-1 wrap-anywhere">
        {last && mark ? (
          <>
            <span className="deed line-clamp-2">{deedOf(last.marks, gate.people, nameOf)}</span>
            <small>{clockTime(gate, mark.at)}</small>
          </>
        ) : (
          <small>{say(`gate.idle.${idle}`)}</small>
        )}
      </p>
      {isOpen && last?.canUndo && (
        <button type="button" className="gb" onClick={store.undo}>
          <Icon name="undo-2" />
          {say("gate.undo")}
        </button>
      )}
    </div>
  );
}

const icons: Partial<Record<KeptMark["kind"], IconName>> = {
  undone: "undo-2",
  guardian_unasked: "undo-2",
  two_persons: "undo-2",
  opened: "door-open",
  closed: "door-closed",
};

/** 'Chidi O. is here', 'Rui’s party: 6 here', or 'Rui’s party: 6 unmarked'. */
function deedOf(
  marks: readonly KeptMark[],
  people: readonly RosterPerson[],
  nameOf: (mark: KeptMark) => string,
): string {
  const [mark] = marks;
  if (!mark) return "";
  if (mark.kind === "closed" || mark.kind === "opened") return say(`gate.deed.${mark.kind}`);
  if (isNote(mark.kind)) return say(`gate.deed.${mark.kind}`, { name: nameOf(mark) });
  const isUndone = mark.kind === "undone";
  const count = marks.length;
  if (count === 1) return say(isUndone ? "gate.deed.undone" : "gate.deed.here", { name: nameOf(mark) });
  const name = partyOf(marks, people);
  if (name === null) return say(isUndone ? "gate.deed.undone.several" : "gate.deed.several", { count });
  const party = say("gate.party", { name: inText(name) });
  return say(isUndone ? "gate.deed.undone.party" : "gate.deed.party", { party, count });
}

/** A note about a person, which does not say whether they are here. */
const isNote = (kind: MarkKind) =>
  kind === "guardian_asked" || kind === "guardian_unasked" || kind === "same_person" || kind === "two_persons";

/** The name of the party that all these marks are about; null if they are about several. */
function partyOf(marks: readonly KeptMark[], people: readonly RosterPerson[]): string | null {
  const partyOfPerson = new Map(people.map(({ id, partyId }) => [id, partyId]));
  const [partyId, ...others] = new Set(marks.map(({ personId }) => partyOfPerson.get(personId ?? "")));
  return others.length === 0 ? (partyNamesIn(people).get(partyId ?? "") ?? null) : null;
}

/** The last marks of all phones, shown on tablets. */
export function GateLog() {
  const { gate, marks } = useGate();
  const nameOf = useNames();
  const latest = marks
    .filter(({ status, kind }) => status !== "refused" && markKinds.includes(kind))
    .toSorted((one, other) => (one.at < other.at ? 1 : -1))
    .slice(0, 30);
  return (
    <aside className="g-log" aria-label={say("gate.log")}>
      <h2 className="mb-1">{say("gate.log")}</h2>
      {latest.length === 0 && <p>{say("gate.log.none")}</p>}
      <ol>
        {latest.map((mark) => (
          <li key={mark.id} className="flex justify-between gap-2 py-1">
            {entryOf(mark, nameOf(mark))}
            <span>{placeOf(mark.device, gate.device, clockTime(gate, mark.at))}</span>
          </li>
        ))}
      </ol>
    </aside>
  );
}

function entryOf({ kind }: KeptMark, name: string): string {
  if (kind === "closed" || kind === "opened") return say(`gate.log.${kind}`);
  if (isNote(kind)) return say(`gate.deed.${kind}`, { name });
  return say(kind === "undone" ? "gate.log.undone" : "gate.log.here", { name });
}
