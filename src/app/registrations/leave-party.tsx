import type { Registration } from "#domain/registrations/shapes.ts";
import { say } from "#messages/registrations.ts";

import { Dialog } from "../ui/dialog.tsx";

type LeavePartyProps = { join: Registration; onLeave: () => void; onClose: () => void };

/** Asks before somebody leaves with their guests: what one press gives up cannot be had again in one. */
export default function LeaveParty({ join: { state, places: count }, onLeave, onClose }: LeavePartyProps) {
  const waiting = state === "waiting";
  return (
    <Dialog
      title={say(waiting ? "event.leave.waitlist.sure" : "event.leave.sure", { count })}
      role="alertdialog"
      onClose={onClose}
    >
      <p className="mt-2 text-lg">{say(waiting ? "event.leave.waitlist.text" : "event.leave.text", { count })}</p>
      <div className="mt-6 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <button type="button" className="btn btn-outline" onClick={onClose}>
          {say("event.leave.stay")}
        </button>
        <button
          type="button"
          className="btn btn-error"
          onClick={() => {
            onClose();
            onLeave();
          }}
        >
          {say(waiting ? "event.leave.waitlist" : "event.leave")}
        </button>
      </div>
    </Dialog>
  );
}
