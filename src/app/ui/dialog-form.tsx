import type { ReactNode } from "react";

import { say } from "#messages/say.ts";

import { DialogFoot } from "./dialog-foot.tsx";
import { Dialog } from "./dialog.tsx";
import { DraftedForm } from "./drafted-form.tsx";
import { SubmitButton } from "./field.tsx";
import type { FormProps } from "./form.tsx";

type DialogFormProps = Pick<FormProps, "check" | "onSend"> & {
  title: string;
  text: ReactNode;
  /** The key of the draft in storage. */
  name: string;
  onClose: () => void;
  /** The button's words, and those while it works. */
  submit: string;
  busy: string;
  /** The words of the button that closes without sending; null if the cross is enough. */
  keep?: string | null;
  danger?: boolean;
  children: (draft: Readonly<Record<string, string>>) => ReactNode;
};

/** A dialog with fields; the typed text is still there when it is closed and opened again. */
export function DialogForm(props: DialogFormProps) {
  const { title, text, name, onClose, submit, busy, keep = say("cancel"), danger = false, children, ...form } = props;
  return (
    <Dialog title={title} width="34rem" onClose={onClose}>
      <p className="quiet mt-2">{text}</p>
      <DraftedForm {...form} name={name} className="mt-5 flex flex-col gap-5">
        {(draft) => (
          <>
            {children(draft)}
            <DialogFoot>
              {keep !== null && (
                <button type="button" className="btn" onClick={onClose}>
                  {keep}
                </button>
              )}
              <SubmitButton busy={busy} look={danger ? "btn-error" : "btn-primary"}>
                {submit}
              </SubmitButton>
            </DialogFoot>
          </>
        )}
      </DraftedForm>
    </Dialog>
  );
}
