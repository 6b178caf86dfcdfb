import { say } from "#messages/gates-device.ts";

import { Icon } from "../ui/icon.tsx";
import type { IconName } from "../ui/icons.ts";
import { useGateState } from "./gate-context.ts";
import { phaseOf, waitingIn } from "./gate-state.ts";
import { useIsWide } from "./use-setting.ts";
import { clockTime, momentIn } from "./times.ts";

/** The state of the network, in one line at the very top, where nothing is pressed; and below it what else has to be known, but for `isBrief`. */
export function GateBand({ isBrief = false }: { isBrief?: boolean }) {
  const isWide = useIsWide();
  const state = useGateState();
  const { gate, present, clock, isKept } = state;
  const { look, icon, words } = networkOf(state);
  const capacity = gate?.event?.capacity ?? null;
  const here = present.counts.here + present.counts.walkIns;
  const phase = gate && !isBrief ? phaseOf(gate, clock) : null;
  return (
    <div className={`g-bands ${isWide ? "wide" : ""}`} role="status">
      <p className={`g-state ${look}`}>
        <Icon name={icon} />
        <span>{words}</span>
      </p>
      {!isKept && (
        <p className="g-state over">
          <Icon name="circle-exclamation-point" />
          <span>{say("gate.band.unkept")}</span>
        </p>
      )}
      {phase === "open" && present.isClosed && (
        <p className="g-state shut">
          <Icon name="door-closed" />
          <span>{say("gate.band.shut")}</span>
        </p>
      )}
      {phase === "open" && !present.isClosed && capacity !== null && here > capacity && (
        <p className="g-state over">
          <Icon name="users-round" />
          <span>{say("gate.band.full", { count: here, capacity })}</span>
        </p>
      )}
      {phase === "soon" && gate?.marksFrom && (
        <p className="g-state over">
          <Icon name="clock" />
          <span>{say("gate.band.soon", { time: momentIn(gate, gate.marksFrom) })}</span>
        </p>
      )}
    </div>
  );
}

function networkOf({ gate, marks, isOnline, isSending, clock }: ReturnType<typeof useGateState>): {
  look: string;
  icon: IconName;
  words: string;
} {
  const count = waitingIn(marks).length;
  if (gate && phaseOf(gate, clock) === "revoked") {
    const words = count > 0 ? say("gate.band.revoked.sending", { count }) : say("gate.band.revoked");
    return { look: "", icon: "lock", words };
  }
  if (!isOnline) {
    const words = count > 0 ? say("gate.band.offline.waiting", { count }) : say("gate.band.offline");
    return { look: "", icon: "cloud-off", words };
  }
  if (isSending && count > 0) {
    return { look: "sent", icon: "cloud-upload", words: say("gate.band.sending", { count }) };
  }
  if (count > 0) return { look: "sent", icon: "cloud-upload", words: say("gate.band.waiting", { count }) };
  if (!gate?.heardAt) return { look: "sent", icon: "clock", words: say("loading") };
  return {
    look: "sent",
    icon: "cloud-check",
    words: say("gate.band.sent", { time: clockTime(gate, gate.heardAt + gate.correction) }),
  };
}
