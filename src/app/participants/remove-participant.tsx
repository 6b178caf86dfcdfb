import type { Participant } from "#domain/participants/shapes.ts";
import { say } from "#messages/say.ts";

import { ask } from "../session/ask.ts";
import type { FieldErrors } from "../ui/form.tsx";
import { toast } from "../ui/toast.tsx";
import { DialogForm } from "../ui/dialog-form.tsx";
import { checkReason, ReasonField } from "../organizing/reason-field.tsx";
import { ToCall } from "../organizing/to-call.tsx";
import { refused } from "../session/refused.ts";

type RemoveProps = { eventId: string; participant: Participant; onRemoved: () => void; onClose: () => void };
type MemberProps = RemoveProps & { memberId: string };

/** The dialog to remove a person from the list. */
export const RemoveParticipant = (props: RemoveProps) =>
  props.participant.memberId === null ? (
    <RemovePerson {...props} />
  ) : (
    <RemoveMember {...props} memberId={props.participant.memberId} />
  );

/** Removes a person without an e-mail address, to whom no reason can be mailed. */
function RemovePerson({ eventId, participant, onRemoved, onClose }: RemoveProps) {
  const { _id, userName: name, state } = participant;

  async function remove(): Promise<FieldErrors | void> {
    try {
      await ask((api) => api.events[":id"].people[":personId"].$delete({ param: { id: eventId, personId: _id } }));
      onClose();
      onRemoved();
      toast("success", say("remove.person.done", { name }));
    } catch (error) {
      return refused(error);
    }
  }
  return (
    <DialogForm
      title={say("remove.title", { name })}
      text={say(state === "waiting" ? "remove.person.text.waitlisted" : "remove.person.text")}
      name={`remove.${eventId}.${_id}`}
      onSend={remove}
      onClose={onClose}
      submit={say("remove.person.submit")}
      busy={say("remove.busy")}
      danger
    >
      {() => <ToCall people={[participant]} lead={say("calls.lead_removed")} />}
    </DialogForm>
  );
}

/** Removes a member, with a reason that is mailed to them. */
function RemoveMember({ eventId, participant, memberId, onRemoved, onClose }: MemberProps) {
  const { userName: name, spots, state } = participant;

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
      text={state === "waiting" ? say("remove.text.waitlisted") : say("remove.text", { count: spots })}
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
