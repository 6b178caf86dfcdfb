import { useCallback } from "react";

import type { Event } from "#domain/events/shapes.ts";
import { say } from "#messages/say.ts";

import { ask } from "../session/ask.ts";
import { useAnswer } from "../session/use-answer.ts";
import { useProof } from "../session/use-proof.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { EmailField } from "../ui/email-field.tsx";
import { SubmitButton } from "../ui/field.tsx";
import { type FieldErrors, Form } from "../ui/form.tsx";
import { toast } from "../ui/toast.tsx";
import { refused } from "../session/refused.ts";
import { useDeed } from "../session/use-deed.ts";

type TransferEventProps = { event: Event; onClose: () => void };

/**
 * The dialog to offer an event to another organizer by mail, and to withdraw an unanswered offer. It opens once it is
 * known whether there is one, so that nothing moves under a finger.
 */
export default function TransferEvent({ event, onClose }: TransferEventProps) {
  const { _id: id, title } = event;
  const { asked } = useAnswer(
    useCallback(() => ask((api) => api.events[":id"]["hand-over"].$get({ param: { id } })), [id]),
  );
  const { proof, proven } = useProof();
  if (asked.status === "loading") return null;
  const offeredTo = asked.status === "there" ? asked.answer.offeredTo : null;

  async function offer({ email = "" }: Record<string, string>): Promise<FieldErrors | void> {
    try {
      await proven(() => ask((api) => api.events[":id"]["hand-over"].$post({ param: { id }, json: { email } })));
      onClose();
      toast("success", say("manage.transfer.done", { email: email.trim() }));
    } catch (error) {
      return refused(error);
    }
  }

  return (
    <Dialog title={say("manage.transfer.title")} onClose={onClose}>
      <p className="quiet mt-2">{say("manage.transfer.text", { title })}</p>
      {offeredTo && <Offered id={id} email={offeredTo} onEnded={onClose} />}
      <Form onSend={offer} className="mt-5 flex flex-col gap-6">
        <EmailField label={say("manage.transfer.email")} autoComplete="off" />
        <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <button type="button" className="btn" onClick={onClose}>
            {say("cancel")}
          </button>
          <SubmitButton busy={say("manage.transfer.submitting")}>{say("manage.transfer.submit")}</SubmitButton>
        </div>
      </Form>
      {proof}
    </Dialog>
  );
}

/** The person who was asked, and a button to withdraw the offer. */
function Offered({ id, email, onEnded }: { id: string; email: string; onEnded: () => void }) {
  const { busy, run } = useDeed(
    () => ask((api) => api.events[":id"]["hand-over"].$delete({ param: { id } })),
    () => {
      onEnded();
      toast("success", say("manage.transfer.ended", { email }));
    },
  );

  return (
    <div className="mt-4 flex flex-col items-start gap-3 rounded-field bg-base-200 p-4">
      <p className="break-words">{say("manage.transfer.asked", { email })}</p>
      <button type="button" className="btn" aria-disabled={busy || undefined} onClick={run}>
        {say("manage.transfer.end")}
      </button>
    </div>
  );
}
