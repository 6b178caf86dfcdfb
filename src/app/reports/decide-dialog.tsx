import { hostReasonMax } from "#domain/hosting/rules.ts";
import { lengthOf } from "#domain/rules.ts";
import { say } from "#messages/reports-host.ts";

import { ask } from "../session/ask.ts";
import { refused } from "../session/refused.ts";
import { CountedField } from "../ui/counted-field.tsx";
import { DialogForm } from "../ui/dialog-form.tsx";
import type { FieldErrors } from "../ui/form.tsx";
import { toast } from "../ui/toast.tsx";

/** What a host decides, in words; saying yes to what nobody has seen yet is showing it. */
export type Deed = "none" | "hide" | "restore" | "approve" | "delete";

type DecideDialogProps = { id: string; deed: Deed; onClose: () => void; onDone: () => void };

/** Says what a decision means, and asks for the reason that goes with it. */
export default function DecideDialog({ id, deed, onClose, onDone }: DecideDialogProps) {
  async function send({ reason = "" }: Record<string, string>): Promise<FieldErrors | void> {
    try {
      const decision = deed === "approve" ? "restore" : deed;
      await ask((api) => api.host.reviews[":id"].decision.$post({ param: { id }, json: { decision, reason } }));
      toast("success", say(`host.decide.${deed}.done`));
      onDone();
    } catch (error) {
      return refused(error, say("host.review.failed"));
    }
  }

  return (
    <DialogForm
      title={say(`host.decide.${deed}.title`)}
      text={say(`host.decide.${deed}.text`)}
      name={`decide.${id}`}
      danger={deed === "delete"}
      submit={say(`host.decide.${deed}`)}
      busy={say("host.review.busy")}
      check={({ reason = "" }): FieldErrors =>
        lengthOf(reason.trim()) > hostReasonMax ? { reason: say("rule.reason.too_long") } : {}
      }
      onSend={send}
      onClose={onClose}
    >
      {(draft) => (
        <CountedField
          name="reason"
          label={say("host.review.reason")}
          max={hostReasonMax}
          full={say("rule.reason.too_long")}
          placeholder={say("host.review.reason.placeholder")}
          initial={draft["reason"] ?? ""}
          whenMissing={say("rule.host_reason.required")}
          required
          multiline
          rows={3}
        />
      )}
    </DialogForm>
  );
}
