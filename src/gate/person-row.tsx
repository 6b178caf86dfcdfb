import { memo } from "react";

import type { PersonState } from "#domain/marks/rules.ts";
import { say } from "#messages/say.ts";

import { inText } from "./in-text.ts";
import type { Entry } from "./merged.ts";

import "./person-row.css";

type RowProps = {
  entry: Entry;
  state: PersonState;
  /** The time of arrival, in words. */
  since: string;
  letter?: string;
  isOpen: boolean;
  onTap: (id: string) => void;
  /** The name, split before, at and after the searched part. */
  marked?: readonly [string, string, string] | undefined;
  /** The number of letters of their code that matched the search; the code then stays visible once they are here. */
  ofCode: number;
  company?: string | undefined;
  /** True if another person has this name; the code then stays visible once they are here. */
  hasNamesake: boolean;
  /** True if their guardian was asked, as a key below notes. */
  isAsked: boolean;
};

/** A person: the whole row is a real checkbox, as on paper. It re-renders only when it changes. */
export const PersonRow = memo(function PersonRow(props: RowProps) {
  const { entry, state, since, letter = "", isOpen, onTap, marked, ofCode, company, hasNamesake, isAsked } = props;
  const { id, name, code, under18, guardian } = entry;
  // Keeps the height that the row will have with the time of arrival.
  const notes = guardian ? (hasNamesake ? "notes many" : "notes") : "";
  const isHere = state.state === "here";
  return (
    <label className={`row ${notes} ${guardian === "ask" ? "keyed" : ""}`} data-here={isHere || undefined}>
      <span className="ltr" aria-hidden>
        {letter}
      </span>
      <input type="checkbox" checked={isHere} disabled={!isOpen} onChange={() => onTap(id)} />
      <span className="min-w-0 flex-1 leading-tight">
        <span className="flex flex-wrap items-center gap-x-2">
          <span className="name max-w-full wrap-anywhere" dir="auto">
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
        <span className="sub flex flex-wrap gap-x-2">
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
          {/* Highlighted until consent is settled, even when they are here. */}
          {guardian === "ask" && !isAsked && <span className="ask">{say(isHere ? "gate.unasked" : "gate.ask")}</span>}
        </span>
      </span>
      <span className="box" aria-hidden />
    </label>
  );
});
