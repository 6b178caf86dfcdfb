import { useState } from "react";

import type { Event } from "#domain/events/shapes.ts";
import type { OwnRegistration } from "#domain/registrations/shapes.ts";
import { say } from "#messages/events.ts";

import { ask } from "../session/ask.ts";
import { Dialog } from "../ui/dialog.tsx";
import { toast } from "../ui/toast.tsx";
import { refused } from "../session/refused.ts";

type LeaveButtonProps = { event: Event; waiting: boolean; onLeft: (registration: OwnRegistration) => Promise<void> };

/** Leaves the event or its waitlist, after a question: somebody else has the spot a moment later. */
export function LeaveButton({ event, waiting, onLeft }: LeaveButtonProps) {
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);

  async function leave() {
    if (busy) return;
    setBusy(true);
    try {
      const { registration } = await ask((api) =>
        api["join-event"][":eventId"].$delete({ param: { eventId: event._id } }),
      );
      toast("success", say("event.leave.done"));
      await onLeft(registration);
    } catch (error) {
      refused(error);
      setBusy(false);
    }
  }

  const name = say(waiting ? "event.leave.waitlist" : "event.leave");
  return (
    <>
      <button type="button" className="btn btn-ghost self-center" onClick={() => setAsking(true)}>
        {name}
      </button>
      {asking && (
        <Dialog
          title={say(waiting ? "event.leave.waitlist.sure" : "event.leave.sure")}
          role="alertdialog"
          onClose={() => setAsking(false)}
        >
          <p className="mt-2 text-lg">{say("event.leave.text")}</p>
          <div className="mt-6 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
            <button type="button" className="btn btn-outline" onClick={() => setAsking(false)}>
              {say("event.leave.stay")}
            </button>
            <button
              type="button"
              className="btn btn-error"
              aria-disabled={busy || undefined}
              onClick={() => void leave()}
            >
              {name}
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}
