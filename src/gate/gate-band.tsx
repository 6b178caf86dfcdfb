import { say } from "#messages/say.ts";

import { Icon } from "#app/ui/icon.tsx";
import type { IconName } from "#app/ui/icons.ts";
import { useGateState } from "./gate-context.ts";
import { phaseOf, waitingIn } from "./gate-state.ts";
import type { GateState } from "./gate-store.ts";
import { clockTime, momentIn } from "./times.ts";

import "./gate-band.css";

/**
 * The state of the network and, unless `isBrief`, the most important notice, in one band at the very top with nothing
 * to press. It always has its height, so that nothing below moves under a thumb.
 */
export function GateBand({ isBrief = false }: { isBrief?: boolean }) {
  const state = useGateState();
  const { look, icon, words } = networkOf(state);
  const notice = noticeOf(state, isBrief);
  return (
    <div className="g-bands" role="status">
      <p className={`g-state flex items-center justify-center gap-2 px-3 ${look}`}>
        <Icon name={icon} />
        <span>{words}</span>
      </p>
      {notice && (
        <p className={`g-state flex items-center justify-center gap-2 px-3 ${notice.look}`}>
          <Icon name={notice.icon} />
          <span>{notice.words}</span>
        </p>
      )}
    </div>
  );
}

type Told = { look: string; icon: IconName; words: string };

/** The most important notice besides the network; possible losses come before mere information. */
function noticeOf({ gate, present, clock, isKept }: GateState, isBrief: boolean): Told | null {
  if (!isKept) return { look: "over", icon: "circle-exclamation-point", words: say("gate.band.unkept") };
  if (!gate || isBrief) return null;
  const phase = phaseOf(gate, clock);
  if (phase === "soon" && gate.marksFrom) {
    return { look: "over", icon: "clock", words: say("gate.band.soon", { time: momentIn(gate, gate.marksFrom) }) };
  }
  if (phase !== "open") return null;
  if (present.isClosed) return { look: "shut", icon: "door-closed", words: say("gate.band.shut") };
  const capacity = gate.event?.capacity ?? null;
  const count = present.counts.here + present.counts.walkIns;
  if (capacity === null || count <= capacity) return null;
  return { look: "over", icon: "users-round", words: say("gate.band.full", { count, capacity }) };
}

function networkOf({ gate, marks, isOnline, isSending, clock }: GateState): Told {
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
