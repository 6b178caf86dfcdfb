import { memo } from "react";

import type { PersonState } from "#domain/marks/rules.ts";
import { say } from "#messages/gates-device.ts";

import { inText } from "./in-text.ts";
import type { Entry } from "./merged.ts";

type RowProps = {
  entry: Entry;
  state: PersonState;
  /** When they came, in words. */
  since: string;
  letter?: string;
  isOpen: boolean;
  onTap: (id: string) => void;
  /** The part of the name that was looked for, as what stands before, in and after it. */
  marked?: readonly [string, string, string] | undefined;
  /** So many letters of their code were looked for: it stays when they are here. */
  ofCode: number;
  company?: string | undefined;
  /** Somebody else has this name too: the code stays when they are here. */
  hasNamesake: boolean;
  /** Their guardian was asked, as a key below notes. */
  isAsked: boolean;
};

/** One person: the whole row is a real checkbox, as on paper. It draws itself again when something of it has changed, and only then. */
export const PersonRow = memo(function PersonRow(props: RowProps) {
  const { entry, state, since, letter = "", isOpen, onTap, marked, ofCode, company, hasNamesake, isAsked } = props;
  const { id, name, code, under18, guardian } = entry;
  // As high before they are here as then, when the time stands beside it.
  const notes = guardian ? (hasNamesake ? "notes many" : "notes") : "";
  const isHere = state.state === "here";
  return (
    <label className={`row ${notes} ${guardian === "ask" ? "keyed" : ""}`} data-here={isHere || undefined}>
      <span className="ltr" aria-hidden>
        {letter}
      </span>
      <input type="checkbox" checked={isHere} disabled={!isOpen} onChange={() => onTap(id)} />
      <span className="who">
        <span className="nl">
          <span className="name" dir="auto">
            {marked ? (
              <>
                {marked[0]}
                <mark>{marked[1]}</mark>
                {marked[2]}
              </>
            ) : (
              name
            )}
          </span>
          {under18 && <span className="u18">{say("gate.under18")}</span>}
        </span>
        <span className="sub">
          {isHere && <span className="when">{since}</span>}
          {code && (!isHere || hasNamesake || ofCode > 0) && (
            <span className="code">
              {ofCode > 0 && <mark>{code.slice(0, ofCode)}</mark>}
              {code.slice(ofCode)}
            </span>
          )}
          {code === null && <span>{say("gate.walk_in")}</span>}
          {company !== undefined && <span>{say("gate.with", { name: inText(company) })}</span>}
          {state.state === "no_show" && <span>{say("gate.no_show")}</span>}
          {guardian === "agreed" && <span>{say("gate.agreed")}</span>}
          {/* Until consent is settled it is marked, also when they are here. */}
          {guardian === "ask" && !isAsked && <span className="ask">{say(isHere ? "gate.unasked" : "gate.ask")}</span>}
        </span>
      </span>
      <span className="box" aria-hidden />
    </label>
  );
});
