import { useRef, useState } from "react";

import { walkInNameMax } from "#domain/gates/rules.ts";
import { say } from "#messages/say.ts";

import { Icon } from "#app/ui/icon.tsx";
import { whole } from "#app/ui/whole.ts";
import { CodeSlots } from "./code-slots.tsx";
import { useGate } from "./gate-context.ts";
import { GateSheet } from "./gate-sheet.tsx";
import { hasEventBegun } from "./gate-state.ts";
import { partyNamesIn } from "./groups.ts";
import { inText } from "./in-text.ts";
import { stateOf } from "./merged.ts";
import { clockTime } from "./times.ts";
import { nearestTo } from "./typed-codes.ts";
import { useIsWide } from "./use-setting.ts";
import { type Line, useTyped } from "./use-typed.ts";

import "./typed-view.css";

/** A paper list typed back at full speed: four letters, and the name appears. */
export function TypedView({ onBack }: { onBack: () => void }) {
  const { gate, event, present, clock } = useGate();
  const [begun, setBegun] = useState("");
  const start = Date.parse(event.eventDate);
  const isLate = hasEventBegun(gate, clock);
  const [from, setFrom] = useState<"start" | "now">(isLate ? "start" : "now");
  const isWide = useIsWide();
  const typed = useTyped(from === "start" ? start : undefined);
  const view = useRef<HTMLDivElement>(null);
  /** The pressed button is gone or no longer needed, so focus returns to the field. */
  const thenType =
    <Words extends unknown[]>(deed: (...words: Words) => void) =>
    (...words: Words) => {
      deed(...words);
      view.current?.querySelector<HTMLElement>("[data-first]")?.focus();
    };
  const open = typed.lines.filter(({ personId }) => personId === null).length;
  const { here, expected } = present.counts;
  return (
    <GateSheet
      title={say("gate.typed.title")}
      onBack={onBack}
      className="typed"
      foot={
        <>
          <p className="hint">
            <b>{say("gate.typed.count", { here, expected })}</b>
            {"\u00a0· "}
            {open > 0 ? say("gate.typed.open", { count: open }) : say("gate.typed.all")}
          </p>
          <button type="button" className="gb go wide big" onClick={onBack}>
            {say("gate.typed.done")}
          </button>
        </>
      }
    >
      <div ref={view} className="in">
        <div className="besides">
          {isLate && (
            <details open={isWide || undefined}>
              <summary className="opt">
                <Icon name="chevron-down" />
                {from === "now"
                  ? say("gate.typed.from.now")
                  : say("gate.typed.from", { time: whole(clockTime(gate, start)) })}
              </summary>
              <fieldset className="seg-set">
                {/* The fold already has the same words. */}
                <legend className={isWide ? undefined : "sr-only"}>{say("gate.typed.time")}</legend>
                <div className="seg">
                  {(["start", "now"] as const).map((choice) => (
                    <label key={choice}>
                      <input type="radio" name="from" checked={from === choice} onChange={() => setFrom(choice)} />
                      {choice === "now"
                        ? say("gate.typed.time.now")
                        : say("gate.typed.time.start", { time: clockTime(gate, start) })}
                    </label>
                  ))}
                </div>
              </fieldset>
            </details>
          )}
          <details open={isWide || undefined}>
            <summary className="opt">
              <Icon name="chevron-down" />
              {say("gate.typed.walk_ins")}
            </summary>
            <WalkInName onAdd={typed.addWalkIn} />
          </details>
        </div>
        <div className="typein">
          <CodeSlots
            begun={begun}
            onType={(rest, codes) => {
              setBegun(rest);
              if (codes.length > 0) typed.type(codes);
            }}
            onBackspace={() => {
              const [last] = typed.lines;
              if (last) typed.takeBack(last);
            }}
          />
        </div>
        {typed.lines.length === 0 && <p className="hint">{say("gate.typed.hint")}</p>}
        <div className="tl" role="log" aria-label={say("gate.typed.title")}>
          <ol>
            {typed.lines.map((line, index) => (
              <li
                key={line.key}
                className={`flex flex-wrap items-center gap-x-3 ${line.personId === null ? "bad" : ""}`}
              >
                {line.personId === null ? (
                  <UnknownLine
                    line={line}
                    onMean={thenType(typed.mean)}
                    onForget={thenType(typed.takeBack)}
                    onAgain={thenType((again: Line) => {
                      typed.takeBack(again);
                      // The helper retypes the last letter, even if another one was wrong.
                      setBegun((again.code ?? "").slice(0, -1));
                    })}
                  />
                ) : (
                  <KnownLine
                    line={line}
                    personId={line.personId}
                    onTakeBack={thenType(typed.takeBack)}
                    onOthers={index === 0 ? thenType(typed.type) : null}
                  />
                )}
              </li>
            ))}
          </ol>
        </div>
      </div>
    </GateSheet>
  );
}

type KnownProps = {
  line: Line;
  personId: string;
  onTakeBack: (line: Line) => void;
  /** Enters the codes of the others in the party; null if other codes were entered since. */
  onOthers: ((codes: readonly string[]) => void) | null;
};

function KnownLine({ line, personId, onTakeBack, onOthers }: KnownProps) {
  const { gate, present } = useGate();
  const { state, since } = stateOf(present, personId);
  const isHere = state === "here";
  const person = gate.people.find(({ id }) => id === personId) ?? present.arrivals.get(personId);
  const name = person?.name ?? "";
  const partyId = gate.people.find(({ id }) => id === personId)?.partyId;
  const others = gate.people.filter((one) => one.partyId === partyId && stateOf(present, one.id).state !== "here");
  return (
    <>
      <span className="code">{line.code ?? "+"}</span>
      <span className="flex min-w-0 flex-1 items-center gap-2 font-semibold wrap-anywhere">
        <Icon name={isHere ? "check" : "undo-2"} />
        <span>
          <span dir="auto">{name}</span>
          {person?.under18 && <span className="u18">{say("gate.under18")}</span>}
          <small>
            {isHere && since
              ? say(line.wasHere ? "gate.typed.already" : "gate.since", { time: clockTime(gate, since) })
              : say("gate.typed.undone")}
          </small>
        </span>
      </span>
      {/* A paper list does not undo marks made at the gate. */}
      {isHere && !line.wasHere && (
        <button
          type="button"
          className="gb"
          aria-label={say("gate.typed.take_back", { name })}
          onClick={() => onTakeBack(line)}
        >
          {say("gate.undo")}
        </button>
      )}
      {onOthers && isHere && others.length > 0 && (
        <p className="meant flex w-full flex-wrap items-center gap-x-3 gap-y-1">
          <button type="button" className="gb" onClick={() => onOthers(others.map(({ code }) => code))}>
            {say("gate.typed.others", {
              party: say("gate.party", { name: inText(partyNamesIn(gate.people).get(partyId ?? "") ?? "") }),
              count: others.length,
            })}
          </button>
        </p>
      )}
    </>
  );
}

type UnknownProps = {
  line: Line;
  onMean: (line: Line, personId: string, code: string) => void;
  onForget: (line: Line) => void;
  onAgain: (line: Line) => void;
};

function UnknownLine({ line, onMean, onForget, onAgain }: UnknownProps) {
  const { gate } = useGate();
  const near = nearestTo(gate.people, line.code ?? "");
  return (
    <>
      <span className="code">{line.code}</span>
      <span className="flex min-w-0 flex-1 items-center gap-2 font-semibold wrap-anywhere">
        <Icon name="circle-exclamation-point" />
        {say("gate.typed.unknown")}
      </span>
      <button
        type="button"
        className="ib"
        aria-label={say("gate.typed.forget", { code: line.code ?? "" })}
        onClick={() => onForget(line)}
      >
        <Icon name="x" />
      </button>
      <p className="meant flex w-full flex-wrap items-center gap-x-3 gap-y-1">
        {near && say("gate.typed.meant")}
        {near ? (
          <button type="button" className="gb" onClick={() => onMean(line, near.id, near.code)}>
            <bdi>{say("gate.typed.meant.who", { code: near.code, name: near.name })}</bdi>
          </button>
        ) : (
          <button type="button" className="gb" onClick={() => onAgain(line)}>
            {say("gate.typed.again")}
          </button>
        )}
      </p>
    </>
  );
}

/** The field for walk-ins that a helper wrote into the empty lines of the paper list. */
function WalkInName({ onAdd }: { onAdd: (name: string, under18: boolean) => void }) {
  const [name, setName] = useState("");
  const [under18, setUnder18] = useState(false);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() === "") return;
        onAdd(name.trim(), under18);
        setName("");
        setUnder18(false);
      }}
    >
      <div className="add-line">
        <label className="fld">
          <span>{say("gate.typed.name")}</span>
          <input
            type="text"
            dir="auto"
            value={name}
            maxLength={walkInNameMax}
            placeholder={say("gate.typed.next")}
            autoComplete="off"
            onChange={({ target }) => setName(target.value)}
          />
        </label>
        <button type="submit" className="gb">
          {say("gate.typed.add")}
        </button>
      </div>
      <label className="g-tick">
        <input type="checkbox" checked={under18} onChange={({ target }) => setUnder18(target.checked)} />
        <span>{say("gate.under18")}</span>
      </label>
    </form>
  );
}
