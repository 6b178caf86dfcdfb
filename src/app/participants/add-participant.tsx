import { useState } from "react";

import { say } from "#messages/say.ts";

import { ask } from "../session/ask.ts";
import { isRefusal } from "../session/refusal.ts";
import { EmailField } from "../ui/email-field.tsx";
import type { FieldErrors } from "../ui/form.tsx";
import { toast } from "../ui/toast.tsx";
import { AddPerson } from "./add-person.tsx";
import { CopyLink } from "./copy-link.tsx";
import { DialogForm } from "../ui/dialog-form.tsx";
import { checkReason, ReasonField } from "../organizing/reason-field.tsx";
import { refused } from "../session/refused.ts";

/** `onAdded` receives the person's address or name. */
type AddProps = { eventId: string; onAdded: (who: string) => void; onClose: () => void };

/** The dialog to add a person: by their address, or by their name if they have none. */
export function AddParticipant(props: AddProps) {
  const [hasMail, setHasMail] = useState(true);
  return hasMail ? (
    <AddMember {...props} onWithoutMail={() => setHasMail(false)} />
  ) : (
    <AddPerson {...props} onWithMail={() => setHasMail(true)} />
  );
}

/** Adds a member by their address; people without an account can use the event's link. */
function AddMember({ eventId, onAdded, onClose, onWithoutMail }: AddProps & { onWithoutMail: () => void }) {
  const [isUnknown, setUnknown] = useState(false);

  async function add({ email = "", reason = "" }: Record<string, string>): Promise<FieldErrors | void> {
    try {
      const { state, position = 1 } = await ask((api) =>
        api.events[":id"].participants.$post({ param: { id: eventId }, json: { email, reason } }),
      );
      onClose();
      onAdded(email.trim());
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
            {isUnknown && <CopyLink eventId={eventId} className="btn self-start" />}
            <button type="button" className="btn btn-ghost self-start px-0" onClick={onWithoutMail}>
              {say("add.without_mail")}
            </button>
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
