import { type ReactNode, useState } from "react";

import { say } from "#messages/gates-device.ts";

import { Icon } from "../ui/icon.tsx";
import { GateBand } from "./gate-band.tsx";
import { DeskContext, useDesk, useGateState } from "./gate-context.ts";
import { keyIn } from "./gate-desk.ts";
import { type Phase, phaseOf, waitingIn } from "./gate-state.ts";
import { dayOf, momentIn } from "./times.ts";
import { useContext } from "react";

/** What there is in place of a list: why there is none, and what to do. */
export function GateNote() {
  const state = useGateState();
  const isOpen = useContext(DeskContext) !== null;
  const { status, gate, clock } = state;
  if (!isOpen || status === "loading") return <Loading />;
  if (status === "opening") return <Opening />;
  if (status === "unopened") return <NoGate title={say("gate.unopened")} why={state.words ?? ""} />;
  if (status === "none" || !gate) return <NoGate title={say("gate.none")} why={say("gate.none.why")} />;
  return <Without phase={phaseOf(gate, clock)} />;
}

const Loading = () => (
  <Note title={say("gate.title")}>
    <p role="status">{say("loading")}</p>
    <noscript>
      <p>{say("gate.script")}</p>
    </noscript>
  </Note>
);

function Opening() {
  const { isOnline } = useGateState();
  return (
    <Note title={say("gate.opening")}>
      <p role="status">{isOnline ? say("loading") : say("gate.opening.offline")}</p>
      <Others />
    </Note>
  );
}

/** A gate whose list is not there yet, or not anymore. */
function Without({ phase }: { phase: Phase }) {
  const { sync } = useDesk();
  const { gate, marks } = useGateState();
  const count = waitingIn(marks).length;
  if (!gate) return null;
  if (phase === "revoked" || phase === "over") {
    return (
      <Note title={say(`gate.${phase}`)} hasBand foot={count > 0 && <Again onPress={() => void sync.now()} />}>
        <p>{say(`gate.${phase}.why`)}</p>
        {count > 0 && (
          <p className="fact" role="status">
            <Icon name="cloud-upload" />
            <b>{say(`gate.${phase}.waiting`, { count })}</b>
          </p>
        )}
        {phase === "revoked" && (
          <p className="fact">
            <Icon name="lock" />
            <span>{say(count > 0 ? "gate.revoked.hidden" : "gate.revoked.gone")}</span>
          </p>
        )}
        <Others />
      </Note>
    );
  }
  if (phase === "early" && gate.readableFrom) {
    return (
      <Note title={say("gate.early", { time: momentIn(gate, gate.readableFrom) })} hasBand>
        <p>{say("gate.early.why")}</p>
        <Others />
      </Note>
    );
  }
  return (
    <Note title={say("gate.awaited")} hasBand foot={<Again onPress={() => void sync.now()} />}>
      <p role="status">{say("gate.awaited.why")}</p>
      <Others />
    </Note>
  );
}

const Again = ({ onPress }: { onPress: () => void }) => (
  <button type="button" className="gb wide" onClick={onPress}>
    {say("gate.again")}
  </button>
);

function NoGate({ title, why }: { title: string; why: string }) {
  const { open } = useDesk();
  const [pasted, setPasted] = useState("");
  return (
    <Note title={title}>
      <p role="status">{why}</p>
      {title === say("gate.unopened") && <p>{say("gate.unopened.why")}</p>}
      <form
        className="add-line"
        onSubmit={(event) => {
          event.preventDefault();
          const key = keyIn(pasted);
          if (key) void open(key);
        }}
      >
        <label className="fld">
          <span>{say("gate.none.paste")}</span>
          <input
            type="text"
            value={pasted}
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => setPasted(target.value)}
          />
        </label>
        <button type="submit" className="gb go">
          {say("gate.none.open")}
        </button>
      </form>
      <Others />
    </Note>
  );
}

/** The events that this phone has a gate of. */
function Others() {
  const { store } = useDesk();
  const { gate, others, clock } = useGateState();
  const there = [...(gate && phaseOf(gate, clock) !== "revoked" ? [gate] : []), ...others].filter(({ event }) => event);
  const isAlone = there.length === 1 && there[0] === gate;
  const { status } = useGateState();
  if (there.length === 0 || (isAlone && status === "gate")) return null;
  return (
    <>
      <h2>{say("gate.choose")}</h2>
      {there.map((other) => (
        <button key={other.eventId} type="button" className="gb wide" onClick={() => void store.choose(other.eventId)}>
          <bdi>{other.event?.title}</bdi>
          {other.event && <small>{dayOf(other, other.event.eventDate)}</small>}
        </button>
      ))}
    </>
  );
}

type NoteProps = { title: string; hasBand?: boolean; foot?: ReactNode; children: ReactNode };

const Note = ({ title, hasBand = false, foot, children }: NoteProps) => (
  <div className="g-note">
    {hasBand && <GateBand />}
    <header>
      <h1>{title}</h1>
    </header>
    <main id="main" tabIndex={-1} className="in">
      {children}
    </main>
    {foot && <footer>{foot}</footer>}
  </div>
);
