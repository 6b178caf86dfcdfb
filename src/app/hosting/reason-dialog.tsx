import { hostReasonMax } from "#domain/hosting/rules.ts";
import { lengthOf } from "#domain/rules.ts";
import { say } from "#messages/hosting.ts";

import { refused } from "../session/refused.ts";
import { CountedField } from "../ui/counted-field.tsx";
import { DialogForm } from "../ui/dialog-form.tsx";
import type { FieldErrors } from "../ui/form.tsx";
import { toast } from "../ui/toast.tsx";

type ReasonDialogProps = {
  title: string;
  text: string;
  submit: string;
  /** What is said when it is done. */
  done: string;
  danger?: boolean;
  /** The key under which the draft is kept. */
  name: string;
  act: (reason: string) => Promise<unknown>;
  onDone: () => void;
  onClose: () => void;
};

/** Says what a host is about to do, and asks for the reason that goes into the log with it. */
export function ReasonDialog({
  title,
  text,
  submit,
  done,
  danger = false,
  name,
  act,
  onDone,
  onClose,
}: ReasonDialogProps) {
  async function send({ reason = "" }: Record<string, string>): Promise<FieldErrors | void> {
    try {
      await act(reason);
      onClose();
      onDone();
      toast("success", done);
    } catch (error) {
      return refused(error);
    }
  }

  return (
    <DialogForm
      title={title}
      text={text}
      name={name}
      danger={danger}
      submit={submit}
      busy={say("host.reason.busy")}
      check={({ reason = "" }): FieldErrors =>
        lengthOf(reason.trim()) > hostReasonMax ? { reason: say("rule.reason.too_long") } : {}
      }
      onSend={send}
      onClose={onClose}
    >
      {(draft) => (
        <CountedField
          name="reason"
          label={say("host.reason.log")}
          placeholder={say("host.reason.placeholder")}
          initial={draft["reason"] ?? ""}
          max={hostReasonMax}
          full={say("rule.reason.too_long")}
          whenMissing={say("rule.host_reason.required")}
          required
          multiline
        />
      )}
    </DialogForm>
  );
}
