import { peopleIn, spotsOf } from "#domain/events/rules.ts";
import type { Event } from "#domain/events/shapes.ts";
import { say } from "#messages/say.ts";

import { ask } from "../session/ask.ts";
import type { FieldErrors } from "../ui/form.tsx";
import { toast } from "../ui/toast.tsx";
import { DialogForm } from "../ui/dialog-form.tsx";
import { checkReason, ReasonField } from "./reason-field.tsx";
import { ToCall, usePeopleToCall } from "./to-call.tsx";
import { refused } from "../session/refused.ts";

type CancelEventProps = { event: Event; onCancelled: (event: Event) => void; onClose: () => void };

/** The dialog to cancel an event, with a reason that the event's page shows and a mail repeats. */
export default function CancelEvent({ event, onCancelled, onClose }: CancelEventProps) {
  const people = usePeopleToCall(event._id, peopleIn(spotsOf(event)) > 0);

  async function cancel({ reason = "" }: Record<string, string>): Promise<FieldErrors | void> {
    try {
      await ask((api) => api.events[":id"].cancel.$post({ param: { id: event._id }, json: { reason } }));
      onCancelled({ ...event, status: "cancelled", cancelReason: reason.trim(), held: 0 });
      onClose();
      toast("success", say("cancel.done"));
    } catch (error) {
      return refused(error);
    }
  }

  return (
    <DialogForm
      title={say("cancel.title")}
      text={say("cancel.text")}
      name={`cancel-event.${event._id}`}
      check={checkReason}
      onSend={cancel}
      onClose={onClose}
      keep={say("cancel.keep")}
      submit={say("cancel.submit")}
      busy={say("cancel.busy")}
      danger
    >
      {(draft) => (
        <>
          <ToCall people={people} />
          <ReasonField
            label={say("cancel.reason")}
            placeholder={say("cancel.reason.placeholder")}
            initial={draft["reason"]}
          />
        </>
      )}
    </DialogForm>
  );
}
