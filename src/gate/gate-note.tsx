import { type ReactNode, useContext, useEffect, useEffectEvent, useRef, useState } from "react";
import { say } from "#messages/say.ts";
import { Icon } from "#app/ui/icon.tsx";
import { whole } from "#app/ui/whole.ts";
import { GateBand } from "./gate-band.tsx";
import { DeskContext, useDesk, useGateState } from "./gate-context.ts";
import { keyIn, keyInLink } from "./gate-desk.ts";
import { type Phase, phaseOf, waitingIn } from "./gate-state.ts";
import { dayOf, momentIn } from "./times.ts";
import { CameraFrame } from "./camera-frame.tsx";
import { BackKey, GateSheet } from "./gate-sheet.tsx";
import { useCamera } from "./use-camera.ts";

import "./gate-note.css";

/** Takes the place of a missing list: says why there is none, and what to do. */
export function GateNote() {
  const state = useGateState();
  const isOpen = useContext(DeskContext) !== null;
  const { status, gate, clock } = state;
  if (!isOpen || status === "loading") return <Loading />;
  if (status === "opening") return <Opening />;
  if (status === "unopened")
    return <NoGate title={say("gate.unopened")} why={state.words ?? say("gate.unopened.why")} />;
  if (status === "none" || !gate)
    return <NoGate title={say("gate.none")} why={say("gate.none.why")} hint={say("gate.none.leaves")} />;
  return <Without phase={phaseOf(gate, clock)} />;
}

const Loading = () => (
  <Note title={say("gate.title")}>
    <p role="status">{say("loading")}</p>
    <noscript>
      <p>{say("gate.script")}</p>
    </noscript>
    {/* If the script itself fails to load, only the style can say so. The form submits to its own address, which
        keeps the key after the #. */}
    <form className="late grid gap-3 pt-3">
      <p>{say("gate.late")}</p>
      <button type="submit" className="gb wide">
        {say("gate.late.again")}
      </button>
    </form>
  </Note>
);

function Opening() {
  const { isOnline } = useGateState();
  return (
    <Note title={say(isOnline ? "gate.opening" : "gate.opening.waits")} hasBand={!isOnline}>
      <p role="status">{say(isOnline ? "loading" : "gate.opening.offline")}</p>
      <div className="press grid gap-3 pt-6">
        <Others />
      </div>
    </Note>
  );
}

/** A gate without a list, which has not arrived or is gone. */
function Without({ phase }: { phase: Phase }) {
  const { sync } = useDesk();
  const { gate, marks } = useGateState();
  const count = waitingIn(marks).length;
  const refused = marks.filter(({ status }) => status === "refused").length;
  if (!gate) return null;
  if (phase === "revoked" || phase === "over") {
    const isOver = phase === "over";
    return (
      <Note
        title={say(isOver ? "gate.over" : "gate.revoked")}
        of={gate.event?.title}
        hasBand={phase === "revoked" || count > 0}
      >
        {/* The full time fits on one line. */}
        <p>
          {say(isOver ? "gate.over.why" : "gate.revoked.why", { until: whole(momentIn(gate, gate.marksUntil ?? 0)) })}
        </p>
        {count > 0 && (
          <p role="status">
            <b>{say(isOver ? "gate.over.waiting" : "gate.revoked.waiting", { count })}</b>
          </p>
        )}
        {phase === "revoked" && refused > 0 && (
          <p role="status">
            <b>{say("gate.revoked.refused", { count: refused })}</b>
          </p>
        )}
        {phase === "revoked" && <p>{say(count > 0 ? "gate.revoked.hidden" : "gate.revoked.gone")}</p>}
        <div className="press grid gap-3 pt-6">
          {count > 0 && (
            <button type="button" className="gb wide" onClick={() => void sync.now()}>
              {say("gate.again")}
            </button>
          )}
          <Others />
        </div>
      </Note>
    );
  }
  if (phase === "early" && gate.readableFrom) {
    return (
      <Note title={say("gate.early", { time: momentIn(gate, gate.readableFrom) })} of={gate.event?.title}>
        {gate.event && <p>{say("gate.early.event", { time: whole(momentIn(gate, gate.event.eventDate)) })}</p>}
        <p>{say("gate.early.why")}</p>
        <div className="press grid gap-3 pt-6">
          <Others />
        </div>
      </Note>
    );
  }
  return (
    <Note title={say("gate.awaited")} hasBand>
      <p role="status">{say("gate.awaited.why")}</p>
      <div className="press grid gap-3 pt-6">
        <button type="button" className="gb wide" onClick={() => void sync.now()}>
          {say("gate.late.again")}
        </button>
        <Others />
      </div>
    </Note>
  );
}

function NoGate({ title, why, hint }: { title: string; why: string; hint?: string }) {
  const { open } = useDesk();
  const [pasted, setPasted] = useState("");
  const [isScanning, setIsScanning] = useState(false);
  const [isBlind, setIsBlind] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  // Runs once the view above is gone.
  useEffect(() => {
    if (isBlind) field.current?.focus();
  }, [isBlind]);
  return (
    <Note title={isBlind ? say("gate.none") : title}>
      {/* Without a camera, scanning is not offered. */}
      {isBlind ? <p role="alert">{say("gate.none.blind")}</p> : <p role="status">{why}</p>}
      <div className="press grid gap-3 pt-6">
        <Others />
        {!isBlind && (
          <button type="button" className="gb go wide big" onClick={() => setIsScanning(true)}>
            <Icon name="scan-qr-code" />
            {say("gate.none.scan")}
          </button>
        )}
        <form
          className="add-line"
          onSubmit={(event) => {
            event.preventDefault();
            const key = keyIn(pasted);
            if (key) void open(key);
          }}
        >
          <label className="fld">
            <span>{say(isBlind ? "gate.none.paste.alone" : "gate.none.paste")}</span>
            <input
              ref={field}
              type="text"
              value={pasted}
              autoComplete="off"
              spellCheck={false}
              onChange={({ target }) => setPasted(target.value)}
            />
          </label>
          <button type="submit" className={isBlind ? "gb go" : "gb"}>
            {say("gate.none.open")}
          </button>
        </form>
        {/* A helper whose list was removed from this device would look for it, and open its link again in vain. */}
        {hint && <p className="hint">{hint}</p>}
      </div>
      {isScanning && (
        <KeyScan
          onBack={() => setIsScanning(false)}
          onBlind={() => {
            setIsScanning(false);
            setIsBlind(true);
          }}
          onKey={(key) => {
            setIsScanning(false);
            void open(key);
          }}
        />
      )}
    </Note>
  );
}

/** The events that this phone has a gate of. */
function Others() {
  const { store } = useDesk();
  const { status, gate, others, clock } = useGateState();
  // The gate already shown needs no button.
  const own = gate && status !== "gate" && phaseOf(gate, clock) !== "revoked" ? [gate] : [];
  const there = [...own, ...others].filter((one) => one.event && phaseOf(one, clock) !== "over");
  if (there.length === 0) return null;
  return (
    <>
      <h2>{say(status === "gate" ? "gate.more.events" : "gate.choose")}</h2>
      {there.map((other) => (
        <button key={other.eventId} type="button" className="gb wide" onClick={() => void store.choose(other.eventId)}>
          <bdi>{other.event?.title}</bdi>
          {other.event && <small>{dayOf(other, other.event.eventDate)}</small>}
        </button>
      ))}
    </>
  );
}

type NoteProps = { title: string; of?: string | undefined; hasBand?: boolean; children: ReactNode };

/** Centered words with the event's name above; on a phone the buttons stand below. */
const Note = ({ title, of, hasBand = false, children }: NoteProps) => (
  <div className="g-note flex min-h-dvh flex-col">
    {hasBand && <GateBand />}
    <main
      id="main"
      className="mx-auto flex w-full max-w-md flex-1 flex-col gap-3 text-center text-balance outline-none"
      tabIndex={-1}
    >
      <p className="brand grid justify-items-center gap-2">
        <img src="/favicon.svg" alt="" width={40} height={40} />
        {say("brand.name")}
      </p>
      <h1>{title}</h1>
      {of !== undefined && <p className="of">{of}</p>}
      {children}
    </main>
  </div>
);

type KeyScanProps = { onBack: () => void; onKey: (key: string) => void; onBlind: () => void };

/**
 * Reads a gate's link from its QR code: the phone's own camera cannot open it in an installed page. Without a camera it
 * goes back to pasting the link.
 */
function KeyScan({ onBack, onKey, onBlind }: KeyScanProps) {
  const video = useRef<HTMLVideoElement>(null);
  const [isOther, setIsOther] = useState(false);
  const { state } = useCamera(video, true, (text) => {
    const key = keyInLink(text);
    if (key) onKey(key);
    else setIsOther(true);
  });
  const isBlind = state === "refused" || state === "none";
  const tell = useEffectEvent(onBlind);
  useEffect(() => {
    if (isBlind) tell();
  }, [isBlind]);
  const words = isOther ? "gate.none.other" : state === "starting" ? "gate.scan.starting" : "gate.scan.hold";
  return (
    <GateSheet
      title={say("gate.none.scan")}
      onBack={onBack}
      className="scan"
      hasBand={false}
      foot={<BackKey onBack={onBack} words={say("gate.none.back")} isAlone />}
    >
      <CameraFrame video={video} words={say(words)} />
    </GateSheet>
  );
}
