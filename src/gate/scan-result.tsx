import { useState } from "react";

import type { RosterPerson } from "#domain/gates/rules.ts";
import { say } from "#messages/say.ts";

import { Icon } from "#app/ui/icon.tsx";
import { useDesk, useGate } from "./gate-context.ts";
import { lastPress } from "./presses.ts";
import { partyNamesIn } from "./groups.ts";
import { stateOf } from "./merged.ts";
import { Party, useRows } from "./people-list.tsx";
import { AskedKey } from "./row-keys.tsx";
import { clockTime } from "./times.ts";
import { useNames } from "./use-names.ts";

/**
 * The result of a scanned code: a person who has just been checked in or was before; a party to choose from; or an
 * unknown code. `isHere` says that it may still be a code of this event, and `near` names a person with a similar one.
 */
export type Scanned =
  | { kind: "person"; id: string; isAlready: boolean }
  | { kind: "party"; partyId: string }
  | { kind: "unknown"; code: string | null; isHere: boolean; near: RosterPerson | null };

type ResultProps = { scanned: Scanned; onFind: () => void; onAdd: () => void; onMean: (code: string) => void };

export function ScanResult({ scanned, ...deeds }: ResultProps) {
  if (scanned.kind === "unknown") return <Unknown {...scanned} {...deeds} />;
  return scanned.kind === "party" ? (
    <ScannedParty key={scanned.partyId} partyId={scanned.partyId} />
  ) : (
    <Person {...scanned} />
  );
}

function Person({ id, isAlready }: { id: string; isAlready: boolean }) {
  const { store } = useDesk();
  const { gate, marks, present } = useGate();
  const view = useRows();
  const person = gate.people.find((one) => one.id === id);
  const { state, since } = stateOf(present, id);
  const name = useNames()({ personId: id, name: null });
  const time = since ? clockTime(gate, since) : "";
  const { here, expected } = present.counts;
  const last = lastPress(marks);
  const canUndo = last?.canUndo && last.marks.some(({ personId }) => personId === id);
  if (state !== "here") {
    return (
      <div className="got">
        <h3>{say("gate.deed.undone", { name })}</h3>
      </div>
    );
  }
  return (
    <div className={`got ${isAlready ? "already" : ""}`}>
      <h3>
        <Icon name="check" />
        <span>{isAlready ? say("gate.scan.already", { name, time }) : say("gate.scan.here", { name })}</span>
      </h3>
      <p>{isAlready ? say("gate.scan.nothing") : say("gate.scan.count", { here, expected, time })}</p>
      {!isAlready && canUndo && (
        <button type="button" className="gb" onClick={store.undo}>
          <Icon name="undo-2" />
          {say("gate.undo")}
        </button>
      )}
      {person?.guardian === "ask" && <AskedKey entry={person} view={view} />}
    </div>
  );
}

/**
 * People who came before are last, and those whose guardian must be asked come first: not all fit beside the camera.
 */
function ScannedParty({ partyId }: { partyId: string }) {
  const { gate, present } = useGate();
  const view = useRows();
  // The order does not change while people are tapped.
  const [before] = useState(present);
  const placeOf = ({ id, guardian, isGuest }: RosterPerson) =>
    (stateOf(before, id).state === "here" ? 4 : 0) + (guardian === "ask" ? 0 : 2) + (isGuest ? 1 : 0);
  const entries = gate.people
    .filter((person) => person.partyId === partyId)
    .toSorted((one, other) => placeOf(one) - placeOf(other));
  const party = { name: partyNamesIn(gate.people).get(partyId) ?? "", people: entries };
  return (
    <div className="got bare">
      <Party party={party} entries={entries} view={view} isMain />
    </div>
  );
}

type UnknownProps = Extract<Scanned, { kind: "unknown" }> & Omit<ResultProps, "scanned">;

function Unknown({ code, isHere, near, onFind, onAdd, onMean }: UnknownProps) {
  return (
    <div className="got unknown">
      <h3>
        <Icon name="circle-question-mark" />
        {say("gate.scan.unknown")}
      </h3>
      <p>
        {code ? say(`gate.scan.unknown.${isHere ? "code" : "elsewhere"}`, { code }) : say("gate.scan.unknown.text")}{" "}
        {!near && say("gate.scan.unknown.welcome")}
      </p>
      {near && (
        <p className="meant flex flex-wrap items-center gap-x-3 gap-y-1">
          {say("gate.typed.meant")}
          <button type="button" className="gb" onClick={() => onMean(near.code)}>
            <bdi>{say("gate.typed.meant.who", { code: near.code, name: near.name })}</bdi>
          </button>
        </p>
      )}
      <div className="grid grid-cols-2 gap-2">
        <button type="button" className="gb" onClick={onFind}>
          <Icon name="search" />
          {say("gate.find")}
        </button>
        <button type="button" className="gb" onClick={onAdd}>
          <Icon name="user-round-plus" />
          {say("gate.add")}
        </button>
      </div>
    </div>
  );
}
