import type { Participant } from "#domain/participants/shapes.ts";
import { say } from "#messages/participants.ts";

import { ask } from "../session/ask.ts";
import type { FieldErrors } from "../ui/form.tsx";
import { toast } from "../ui/toast.tsx";
import { DialogForm } from "../ui/dialog-form.tsx";
import { checkReason, ReasonField } from "./reason-field.tsx";
import { refused } from "../session/refused.ts";

type RemoveProps = { eventId: string; participant: Participant; onRemoved: () => void; onClose: () => void };

/** The dialog in which an organizer takes somebody off the list, with a reason that is mailed to them. */
export function RemoveParticipant({ eventId, participant, onRemoved, onClose }: RemoveProps) {
  const { memberId, userName: name, places, state } = participant;

  async function remove({ reason = "" }: Record<string, string>): Promise<FieldErrors | void> {
    try {
      await ask((api) =>
        api.events[":id"].participants[":memberId"].remove.$post({
          param: { id: eventId, memberId },
          json: { reason },
        }),
      );
      onClose();
      onRemoved();
      toast("success", say("remove.done", { name }));
    } catch (error) {
      return refused(error);
    }
  }

  return (
    <DialogForm
      title={say("remove.title", { name })}
      text={state === "waiting" ? say("remove.text.waitlisted") : say("remove.text", { count: places })}
      name={`remove.${eventId}.${memberId}`}
      check={checkReason}
      onSend={remove}
      onClose={onClose}
      submit={say("remove.submit")}
      busy={say("remove.busy")}
      danger
    >
      {(draft) => (
        <ReasonField
          label={say("remove.reason")}
          placeholder={say("remove.reason.placeholder")}
          initial={draft["reason"]}
        />
      )}
    </DialogForm>
  );
}
