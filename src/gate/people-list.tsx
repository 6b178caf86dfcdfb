import { useCallback, useMemo } from "react";

import { namesakesIn } from "#domain/gates/rules.ts";
import { say } from "#messages/say.ts";

import { useDesk, usePeople } from "./gate-context.ts";
import type { Deed, KeptGate } from "./gate-state.ts";
import { companyIn, type Group, type GroupParty } from "./groups.ts";
import { inText } from "./in-text.ts";
import { type Entry, type Present, stateOf } from "./merged.ts";
import { PersonRow } from "./person-row.tsx";
import { RowKeys } from "./row-keys.tsx";
import { clockTime } from "./times.ts";

import "./people-list.css";

/** The context for drawing rows. A list reads it once: three hundred listening rows would slow every tap. */
export type RowView = {
  gate: KeptGate;
  present: Present;
  isOpen: boolean;
  onTap: (id: string) => void;
  press: (deeds: readonly Deed[]) => void;
  /** The registrant's name by guest id. */
  company: ReadonlyMap<string, string>;
  /** The ids of people who share their name with another. */
  namesakes: ReadonlySet<string>;
};

/** The current context for rows; a tap also vibrates. */
export function useRows(): RowView {
  const { gate, present, isOpen } = usePeople();
  const { store } = useDesk();
  const onTap = useCallback((id: string) => void (store.tap(id) && navigator.vibrate?.(30)), [store]);
  const { people } = gate;
  const { listed } = present;
  const company = useMemo(() => companyIn(people), [people]);
  const namesakes = useMemo(() => namesakesIn([...people, ...listed.values()]), [people, listed]);
  return { gate, present, isOpen, onTap, press: store.press, company, namesakes };
}

/** A list of people with their boxes, and parties in frames. */
export function PeopleList({ groups }: { groups: readonly Group[] }) {
  const view = useRows();
  return (
    <ul>
      {groups.map((group) => (
        <li key={group.key}>
          {group.party ? (
            <Party party={group.party} entries={group.entries} view={view} letter={group.letter} />
          ) : (
            group.entries.map((entry) => <Row key={entry.id} entry={entry} view={view} letter={group.letter} isAlone />)
          )}
        </li>
      ))}
    </ul>
  );
}

type RowProps = {
  entry: Entry;
  view: RowView;
  letter?: string;
  marked?: readonly [string, string, string] | undefined;
  /** The number of letters of their code that matched the search. */
  ofCode?: number | undefined;
  /** True if the person is shown outside of their party, so that the row names it. */
  isAlone?: boolean;
  /** True if the keys below are left out, in views that only mark people. */
  isBare?: boolean;
};

/** A row with its state, and the keys below it. */
export function Row({ entry, view, letter = "", marked, ofCode = 0, isAlone = false, isBare = false }: RowProps) {
  const { gate, present, isOpen, onTap } = view;
  const state = stateOf(present, entry.id);
  const since = state.since && state.state === "here" ? say("gate.since", { time: clockTime(gate, state.since) }) : "";
  const company = isAlone ? view.company.get(entry.id) : undefined;
  const hasNamesake = view.namesakes.has(entry.id);
  const isAsked = present.asked.has(entry.id);
  return (
    <>
      <PersonRow {...{ entry, state, since, letter, isOpen, onTap, marked, ofCode, company, hasNamesake, isAsked }} />
      {!isBare && <RowKeys entry={entry} view={view} />}
    </>
  );
}

/** The letters that led to a person, in the name or in the code. */
export type Look = Pick<RowProps, "marked" | "ofCode">;

type PartyProps = {
  party: GroupParty;
  entries: readonly Entry[];
  view: RowView;
  letter?: string;
  isMain?: boolean;
  lookOf?: (id: string) => Look;
};

/** A party: each person has a box, and one press marks all who are not marked yet. */
export function Party({ party, entries, view, letter = "", isMain = false, lookOf }: PartyProps) {
  const { present, isOpen, press } = view;
  const toCome = party.people.filter(({ id }) => stateOf(present, id).state !== "here");
  const name = say("gate.party", { name: inText(party.name) });
  const count = party.people.length;
  return (
    <div className="party" role="group" aria-label={name}>
      <div className="ph flex items-center gap-2">
        {letter && (
          <span className="ltr" aria-hidden>
            {letter}
          </span>
        )}
        <p className="min-w-0 wrap-anywhere">
          {name}
          <br />
          {say("gate.party.here", { here: count - toCome.length, count })}
        </p>
        {/* Shown only if everybody whom the button would mark is visible: the filter may hide some of the party. */}
        {toCome.length > 0 && toCome.every(({ id }) => entries.some((entry) => entry.id === id)) && (
          <button
            type="button"
            className={`gb ${isMain ? "go" : ""}`}
            disabled={!isOpen}
            onClick={() => {
              navigator.vibrate?.(30);
              press(toCome.map(({ id }) => ({ kind: "here", personId: id })));
            }}
          >
            {toCome.length < count
              ? say("gate.party.others", { count: toCome.length })
              : say("gate.party.all", { count })}
          </button>
        )}
      </div>
      <ul>
        {entries.map((entry) => (
          <li key={entry.id}>
            <Row entry={entry} view={view} {...lookOf?.(entry.id)} />
          </li>
        ))}
      </ul>
    </div>
  );
}
