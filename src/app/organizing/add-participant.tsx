import { useState } from "react";

import { say } from "#messages/participants.ts";

import { ask } from "../session/ask.ts";
import { isRefusal } from "../session/refusal.ts";
import { EmailField } from "../ui/email-field.tsx";
import type { FieldErrors } from "../ui/form.tsx";
import { toast } from "../ui/toast.tsx";
import { CopyLink } from "./copy-link.tsx";
import { DialogForm } from "../ui/dialog-form.tsx";
import { checkReason, ReasonField } from "./reason-field.tsx";
import { refused } from "../session/refused.ts";

type AddProps = { eventId: string; onAdded: () => void; onClose: () => void };

/** The dialog in which an organizer adds a member by their address; for people without an account there is the event's link. */
export function AddParticipant({ eventId, onAdded, onClose }: AddProps) {
  const [isUnknown, setUnknown] = useState(false);

  async function add({ email = "", reason = "" }: Record<string, string>): Promise<FieldErrors | void> {
    try {
      const { state, position = 1 } = await ask((api) =>
        api.events[":id"].participants.$post({ param: { id: eventId }, json: { email, reason } }),
      );
      onClose();
      onAdded();
      toast("success", say(state === "joined" ? "add.done" : "add.done.waiting", { email: email.trim(), position }));
    } catch (error) {
      setUnknown(isRefusal(error, "no_such_member"));
      const isAboutThem = isRefusal(error, "no_such_member", "already_joined");
      return isAboutThem ? { email: error.message } : refused(error);
    }
  }

  return (
    <DialogForm
      title={say("add.title")}
      text={say("add.text")}
      name={`add.${eventId}`}
      check={checkReason}
      onSend={add}
      onClose={onClose}
      submit={say("add.submit")}
      busy={say("add.busy")}
    >
      {(draft) => (
        <>
          <div className="flex flex-col gap-3">
            <EmailField label={say("add.email")} autoComplete="off" defaultValue={draft["email"]} />
            {isUnknown && <CopyLink eventId={eventId} className="btn btn-secondary self-start" />}
          </div>
          <ReasonField
            label={say("add.reason")}
            placeholder={say("add.reason.placeholder")}
            initial={draft["reason"]}
          />
        </>
      )}
    </DialogForm>
  );
}
