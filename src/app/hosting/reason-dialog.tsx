import { say } from "#messages/say.ts";

import { refused } from "../session/refused.ts";
import { DialogForm } from "../ui/dialog-form.tsx";
import type { FieldErrors } from "../ui/form.tsx";
import { toast } from "../ui/toast.tsx";
import { checkHostReason, HostReasonField } from "./host-reason.tsx";

type ReasonDialogProps = {
  title: string;
  text: string;
  submit: string;
  /** The announcement afterwards. */
  done: string;
  danger?: boolean;
  /** The key of the draft in storage. */
  name: string;
  act: (reason: string) => Promise<unknown>;
  onDone: () => void;
  onClose: () => void;
};

/** Says what the host is about to do, and asks for the reason, which is logged with it. */
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
      check={checkHostReason}
      onSend={send}
      onClose={onClose}
    >
      {(draft) => <HostReasonField draft={draft} />}
    </DialogForm>
  );
}
