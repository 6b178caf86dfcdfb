import { useState } from "react";

import { say } from "#messages/say.ts";

import { ask } from "../session/ask.ts";
import { isRefusal } from "../session/refusal.ts";
import { refused } from "../session/refused.ts";
import { DialogForm } from "../ui/dialog-form.tsx";
import { EmailField } from "../ui/email-field.tsx";
import type { FieldErrors } from "../ui/form.tsx";
import { toast } from "../ui/toast.tsx";
import { checkHostReason, HostReasonField } from "./host-reason.tsx";

type NameOwnerProps = { id: string; title: string; onDone: () => void };

/** Names an owner of a community whose owner is gone for good, by the address of their account and with a reason. */
export function NameOwner({ id, title, onDone }: NameOwnerProps) {
  const [isAsking, setAsking] = useState(false);
  async function send({ email = "", reason = "" }: Record<string, string>): Promise<FieldErrors | void> {
    try {
      await ask((api) => api.host.communities[":id"].owner.$post({ param: { id }, json: { email, reason } }));
      setAsking(false);
      onDone();
      toast("success", say("host.owner.done", { email: email.trim(), title }));
    } catch (error) {
      if (isRefusal(error, "no_such_member")) return { email: say("host.owner.nobody") };
      return refused(error);
    }
  }
  return (
    <>
      <button
        type="button"
        className="btn"
        aria-label={say("host.owner.of", { title })}
        onClick={() => setAsking(true)}
      >
        {say("host.owner")}
      </button>
      {isAsking && (
        <DialogForm
          title={say("host.owner.of", { title })}
          text={say("host.owner.text")}
          name={`host.owner.${id}`}
          submit={say("host.owner")}
          busy={say("host.reason.busy")}
          check={checkHostReason}
          onSend={send}
          onClose={() => setAsking(false)}
        >
          {(draft) => (
            <>
              <EmailField
                label={say("host.owner.email")}
                autoComplete="off"
                {...(draft["email"] && { defaultValue: draft["email"] })}
              />
              <HostReasonField draft={draft} />
            </>
          )}
        </DialogForm>
      )}
    </>
  );
}
