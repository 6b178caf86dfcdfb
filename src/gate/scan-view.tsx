import { useRef, useState } from "react";

import { codeIn, type RosterPerson } from "#domain/gates/rules.ts";
import { say } from "#messages/say.ts";

import { Icon } from "#app/ui/icon.tsx";
import { CameraFrame } from "./camera-frame.tsx";
import { CodeSlots } from "./code-slots.tsx";
import { useDesk, useGate } from "./gate-context.ts";
import { BackKey, GateSheet } from "./gate-sheet.tsx";
import { ScanResult, type Scanned } from "./scan-result.tsx";
import { stateOf } from "./merged.ts";
import { nearestTo } from "./typed-codes.ts";
import { useCamera } from "./use-camera.ts";

import "./scan-view.css";

/** The time for which a code held before the camera is not read again, in milliseconds. */
const sameAgain = 4000;

type ScanProps = { onBack: () => void; onFind: () => void; onAdd: () => void };

/** Scans one code after the other without a press in between; without a camera, codes are typed. */
export function ScanView({ onBack, onFind, onAdd }: ScanProps) {
  const { store } = useDesk();
  const { gate, present, isOpen } = useGate();
  const video = useRef<HTMLVideoElement>(null);
  const last = useRef({ text: "", at: 0 });
  const [scanned, setScanned] = useState<Scanned | null>(null);
  const [isTyping, setIsTyping] = useState(false);
  const [begun, setBegun] = useState("");
  const [isLit, setIsLit] = useState(false);

  function read(text: string) {
    const found = codeIn(text);
    const isHere = found && (found.eventId === null || found.eventId === gate.eventId);
    const person = isHere ? gate.people.find(({ code }) => code === found.code) : undefined;
    navigator.vibrate?.(person ? 60 : [60, 60, 60]);
    if (person) return setScanned(resultOf(person));
    const near = isHere ? nearestTo(gate.people, found.code) : null;
    setScanned({ kind: "unknown", code: found?.code ?? null, isHere: Boolean(isHere), near });
  }

  /** The result of a scanned person; for a party, the helper chooses who is here. */
  function resultOf(person: RosterPerson): Scanned {
    const party = gate.people.filter(({ partyId }) => partyId === person.partyId);
    if (party.length > 1) return { kind: "party", partyId: person.partyId };
    const isAlready = stateOf(present, person.id).state === "here";
    if (!isAlready) store.press([{ kind: "here", personId: person.id }]);
    return { kind: "person", id: person.id, isAlready };
  }

  const camera = useCamera(video, !isTyping && isOpen, (text) => {
    const now = Date.now();
    const isSame = text === last.current.text && now - last.current.at < sameAgain;
    last.current = { text, at: now };
    if (!isSame) read(text);
  });
  const isBlind = camera.state === "refused" || camera.state === "none";
  return (
    <GateSheet
      title={say(isTyping || isBlind ? "gate.scan.type" : "gate.scan.title")}
      onBack={onBack}
      className="scan"
      foot={
        <div className="pair flex gap-2">
          <BackKey onBack={onBack} isAlone={isBlind} />
          {camera.light && (
            <button
              type="button"
              className="gb back"
              aria-label={say("gate.scan.light")}
              aria-pressed={isLit}
              onClick={() => {
                camera.light?.(!isLit);
                setIsLit(!isLit);
              }}
            >
              <Icon name="flashlight" />
            </button>
          )}
          {!isBlind && (
            <button type="button" className="gb" onClick={() => setIsTyping(!isTyping)}>
              <Icon name={isTyping ? "scan-qr-code" : "keyboard"} />
              {say(isTyping ? "gate.scan.camera" : "gate.scan.type")}
            </button>
          )}
        </div>
      }
    >
      {isTyping || isBlind ? (
        <div className="in low">
          {isBlind && <p>{say(camera.state === "refused" ? "gate.scan.refused" : "gate.scan.none")}</p>}
          <div className="typein">
            <CodeSlots
              begun={begun}
              onType={(rest, codes) => {
                setBegun(rest);
                // Clears the previous code's result.
                setScanned(null);
                for (const code of codes) read(code);
              }}
            />
          </div>
          <p className="hint">{say("gate.code.hint")}</p>
        </div>
      ) : (
        <CameraFrame video={video} words={wordsFor(camera.state, scanned)} />
      )}
      <div className="got-place" role="status">
        {scanned && <ScanResult scanned={scanned} onFind={onFind} onAdd={onAdd} onMean={read} />}
      </div>
    </GateSheet>
  );
}

function wordsFor(state: string, scanned: Scanned | null): string {
  if (state === "starting") return say("gate.scan.starting");
  if (scanned?.kind === "party") return say("gate.scan.who");
  return say(scanned ? "gate.scan.next" : "gate.scan.hold");
}
