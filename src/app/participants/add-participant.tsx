import { useState } from "react";

import { say } from "#messages/say.ts";

import { ask } from "../session/ask.ts";
import { isRefusal } from "../session/refusal.ts";
import { EmailField } from "../ui/email-field.tsx";
import type { FieldErrors } from "../ui/form.tsx";
import { toast } from "../ui/toast.tsx";
import { AddPerson } from "./add-person.tsx";
import { DialogForm } from "../ui/dialog-form.tsx";
import { checkReason, ReasonField } from "../organizing/reason-field.tsx";
import { refused } from "../session/refused.ts";

/** `onAdded` receives the person's address or name. */
type AddProps = { eventId: string; onAdded: (who: string) => void; onClose: () => void };

/**
 * The dialog to add a person: a member by their address, or anybody by their name. An address without an account leads
 * from one to the other.
 */
export function AddParticipant(props: AddProps) {
  /** Null while a member is added; otherwise the address that is known so far. */
  const [address, setAddress] = useState<string | null>(null);
  return address === null ? (
    <AddMember {...props} onByName={setAddress} />
  ) : (
    <AddPerson {...props} email={address} onMember={() => setAddress(null)} />
  );
}

/** Adds a member by their address. */
function AddMember({ eventId, onAdded, onClose, onByName }: AddProps & { onByName: (email: string) => void }) {
  async function add({ email = "", reason = "" }: Record<string, string>): Promise<FieldErrors | void> {
    try {
      const { state, position = 1 } = await ask((api) =>
        api.events[":id"].participants.$post({ param: { id: eventId }, json: { email, reason } }),
      );
      onClose();
      onAdded(email.trim());
      toast("success", say(state === "joined" ? "add.done" : "add.done.waiting", { email: email.trim(), position }));
    } catch (error) {
      if (isRefusal(error, "no_such_member")) {
        onByName(email.trim());
        // The reason stays, for a way back.
        return {};
      }
      return isRefusal(error, "already_joined") ? { email: say("add.already") } : refused(error);
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
            <button type="button" className="btn btn-ghost self-start px-0" onClick={() => onByName("")}>
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
