import { say } from "#messages/say.ts";

import { Icon } from "#app/ui/icon.tsx";
import { whole } from "#app/ui/whole.ts";
import { useDesk } from "./gate-context.ts";
import type { Deed, KeptGate } from "./gate-state.ts";
import { inText } from "./in-text.ts";
import { type Entry, namesakeBefore, type Present, stateOf } from "./merged.ts";
import { clockTime, placeOf } from "./times.ts";

import "./row-keys.css";

type View = { gate: KeptGate; present: Present; isOpen: boolean; press: (deeds: readonly Deed[]) => void };
type KeysProps = { entry: Entry; view: View };

/** The keys below a row: note that a guardian was asked, and merge a walk-in added on two phones. */
export const RowKeys = ({ entry, view }: KeysProps) => (
  <>
    {entry.guardian === "ask" && <AskedKey entry={entry} view={view} />}
    {entry.code === null && <SameKey entry={entry} view={view} />}
  </>
);

/** Notes that a person's guardian was asked; a second press undoes it. */
export function AskedKey({ entry, view: { gate, present, isOpen } }: KeysProps) {
  const { store } = useDesk();
  const asked = present.asked.get(entry.id);
  return (
    <div className="row-keys flex flex-wrap gap-2">
      <button
        type="button"
        className="gb text-start"
        aria-pressed={asked !== undefined}
        disabled={!isOpen}
        onClick={() => void (store.ask(entry.id) && navigator.vibrate?.(30))}
      >
        {asked && <Icon name="check" />}
        <span>
          {say("gate.asked.key")}
          <span className="sr-only"> {say("gate.asked.of", { name: inText(entry.name) })}</span>
          {asked && <small className="block">{placeOf(asked.by, gate.device, clockTime(gate, asked.at))}</small>}
        </span>
      </button>
    </div>
  );
}

/** Merges two walk-ins of one name that two phones added; a second press separates them. */
function SameKey({ entry, view: { gate, present, isOpen, press } }: KeysProps) {
  const { id, name } = entry;
  const before = namesakeBefore(present, id);
  const sames = present.sames.get(id) ?? [];
  if (!before && sames.length === 0) return null;
  const since = before && stateOf(present, before.id).since;
  return (
    <div className="row-keys flex flex-wrap gap-2">
      {before && (
        <button
          type="button"
          className="gb text-start"
          disabled={!isOpen}
          onClick={() => press([{ kind: "same_person", personId: id, sameAs: before.id }])}
        >
          <span>
            {say("gate.same")}
            <small className="block">
              {say("gate.same.as", { name: inText(before.name), time: since ? whole(clockTime(gate, since)) : "" })}
            </small>
          </span>
        </button>
      )}
      {sames.length > 0 && (
        <button
          type="button"
          className="gb text-start"
          disabled={!isOpen}
          onClick={() =>
            press(
              sames.map((mark) => ({
                kind: "two_persons",
                personId: mark.personId ?? id,
                sameAs: mark.sameAs ?? id,
                takesBack: mark.id,
              })),
            )
          }
        >
          <span>
            {say("gate.same.not")}
            <span className="sr-only"> {say("gate.same.not.of", { name: inText(name) })}</span>
          </span>
        </button>
      )}
    </div>
  );
}
