import type { Event } from "#domain/events/shapes.ts";
import { say } from "#messages/organizing.ts";

import { ask } from "../session/ask.ts";
import { Dialog } from "../ui/dialog.tsx";
import { EmailField } from "../ui/email-field.tsx";
import { SubmitButton } from "../ui/field.tsx";
import { type FieldErrors, Form } from "../ui/form.tsx";
import { toast } from "../ui/toast.tsx";
import { refused } from "../session/refused.ts";

/** The dialog in which an organizer offers an event to somebody else, who is asked by mail. */
export default function TransferEvent({ event, onClose }: { event: Event; onClose: () => void }) {
  async function offer({ email = "" }: Record<string, string>): Promise<FieldErrors | void> {
    try {
      await ask((api) => api.events[":id"]["hand-over"].$post({ param: { id: event._id }, json: { email } }));
      onClose();
      toast("success", say("manage.transfer.done", { email: email.trim() }));
    } catch (error) {
      return refused(error);
    }
  }

  return (
    <Dialog title={say("manage.transfer.title")} onClose={onClose}>
      <p className="quiet mt-2">{say("manage.transfer.text", { title: event.title })}</p>
      <Form onSend={offer} className="mt-5 flex flex-col gap-6">
        <EmailField label={say("manage.transfer.email")} autoComplete="off" />
        <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <button type="button" className="btn btn-outline" onClick={onClose}>
            {say("cancel")}
          </button>
          <SubmitButton busy={say("manage.transfer.submitting")}>{say("manage.transfer.submit")}</SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}
