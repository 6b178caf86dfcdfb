import { useEffect, useEffectEvent, useRef, useState } from "react";

import { say } from "#messages/gates-device.ts";

import { CameraFrame } from "./camera-frame.tsx";
import { keyInLink } from "./gate-desk.ts";
import { BackKey, GateSheet } from "./gate-sheet.tsx";
import { useCamera } from "./use-camera.ts";

type KeyScanProps = { onBack: () => void; onKey: (key: string) => void; onBlind: () => void };

/**
 * Reads a gate's link from its QR code: put on the home screen, this page is no place into which a phone's own camera leads. Where there is no
 * camera it leads back to where the link is pasted.
 */
export function KeyScan({ onBack, onKey, onBlind }: KeyScanProps) {
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
