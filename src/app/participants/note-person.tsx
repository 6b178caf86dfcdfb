import { noteMax } from "#domain/participants/rules.ts";
import type { Participant } from "#domain/participants/shapes.ts";
import { say } from "#messages/say.ts";

import { ask } from "../session/ask.ts";
import { refused } from "../session/refused.ts";
import { CountedField } from "../ui/counted-field.tsx";
import { DialogForm } from "../ui/dialog-form.tsx";
import type { FieldErrors } from "../ui/form.tsx";
import { toast } from "../ui/toast.tsx";

type NoteProps = { eventId: string; participant: Participant; onNoted: () => void; onClose: () => void };

/** The dialog to write the organizers' note on a person, or to delete it by emptying the field. */
export function NotePerson({ eventId, participant, onNoted, onClose }: NoteProps) {
  const { _id: personId, userName: name, note } = participant;

  async function save({ text = "" }: Record<string, string>): Promise<FieldErrors | void> {
    try {
      await ask((api) =>
        api.events[":id"].people[":personId"].note.$put({ param: { id: eventId, personId }, json: { text } }),
      );
      onClose();
      onNoted();
      toast("success", say(text.trim() === "" ? "participants.note.deleted" : "participants.note.saved"));
    } catch (error) {
      return refused(error);
    }
  }

  return (
    <DialogForm
      title={say("participants.note.title", { name })}
      text={say("participants.note.text", { name })}
      name={`note.${eventId}.${personId}`}
      onSend={save}
      onClose={onClose}
      submit={say("participants.note.submit")}
      busy={say("participants.note.busy")}
    >
      {(draft) => (
        <CountedField
          name="text"
          label={say("participants.note.field")}
          placeholder={say("participants.note.placeholder")}
          initial={draft["text"] ?? note?.text ?? ""}
          max={noteMax}
          full={say("rule.person_note.too_long")}
        />
      )}
    </DialogForm>
  );
}
