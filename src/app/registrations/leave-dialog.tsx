import { useState } from "react";

import type { OwnRegistration } from "#domain/registrations/shapes.ts";
import { say } from "#messages/registrations.ts";

import { ask } from "../session/ask.ts";
import { refused } from "../session/refused.ts";
import { Dialog } from "../ui/dialog.tsx";
import { toast } from "../ui/toast.tsx";

export type LeaveDialogProps = {
  eventId: string;
  registration: OwnRegistration;
  onLeft: (registration: OwnRegistration) => Promise<void>;
  onClose: () => void;
};

/** Asks before somebody leaves an event or its waitlist, with everyone whom they bring: others have the spots a moment later. */
export default function LeaveDialog({ eventId, registration, onLeft, onClose }: LeaveDialogProps) {
  const [busy, setBusy] = useState(false);
  const waiting = registration.state === "waiting";
  const count = registration.companions.length + 1;

  async function leave() {
    if (busy) return;
    setBusy(true);
    try {
      const { registration: now } = await ask((api) => api["join-event"][":eventId"].$delete({ param: { eventId } }));
      toast("success", say("event.leave.done"));
      onClose();
      await onLeft(now);
    } catch (error) {
      refused(error);
      setBusy(false);
    }
  }

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
        <button type="button" className="btn btn-error" aria-disabled={busy || undefined} onClick={() => void leave()}>
          {say(waiting ? "event.leave.waitlist" : "event.leave")}
        </button>
      </div>
    </Dialog>
  );
}
