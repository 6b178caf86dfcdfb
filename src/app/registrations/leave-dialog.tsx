import { useState } from "react";

import { say } from "#messages/say.ts";

import { Dialog } from "../ui/dialog.tsx";

type LeaveDialogProps = {
  /** True if the reader leaves the waitlist. */
  waiting: boolean;
  /** The number of people in the party. */
  count: number;
  /** True if a person who joins now would be waitlisted; if unknown, the sentence covers both. */
  full?: boolean;
  onLeave: () => void | Promise<void>;
  onClose: () => void;
};

/** Asks for confirmation before a party leaves an event or its waitlist, as others get the spots a moment later. */
export default function LeaveDialog({ waiting, count, full, onLeave, onClose }: LeaveDialogProps) {
  const [busy, setBusy] = useState(false);

  async function leave() {
    if (busy) return;
    setBusy(true);
    await onLeave();
    setBusy(false);
  }

  return (
    <Dialog
      title={say(waiting ? "event.leave.waitlist.sure" : "event.leave.sure", { count })}
      role="alertdialog"
      onClose={onClose}
    >
      <p className="mt-2 text-lg">
        {waiting
          ? say("event.leave.waitlist.text")
          : `${say("event.leave.text", { count })} ${say(full ? "event.leave.again.full" : "event.leave.again")}`}
      </p>
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
