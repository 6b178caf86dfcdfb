import { noteMax } from "#domain/records/rules.ts";
import type { RecordEntry } from "#domain/records/shapes.ts";
import { say } from "#messages/records.ts";

import { ask } from "../session/ask.ts";
import { refused } from "../session/refused.ts";
import { CountedField } from "../ui/counted-field.tsx";
import { DialogForm } from "../ui/dialog-form.tsx";
import { toast } from "../ui/toast.tsx";

type NoteFormProps = {
  entry: Pick<RecordEntry, "eventId" | "title" | "note">;
  onSaved: () => void;
  onClose: () => void;
};

/** Asks for words of one's own about an event. */
export function NoteForm({ entry: { eventId, title, note }, onSaved, onClose }: NoteFormProps) {
  async function save({ note: words = "" }: Record<string, string>) {
    try {
      await ask((api) => api.account.record[":id"].note.$put({ param: { id: eventId }, json: { note: words } }));
      toast("success", say("record.note.saved"));
      onSaved();
      onClose();
    } catch (error) {
      return refused(error);
    }
  }
  return (
    <DialogForm
      title={say("record.note.title")}
      text={say("record.note.text", { title })}
      name={`record-note-${eventId}`}
      submit={say("record.note.save")}
      busy={say("record.note.saving")}
      onSend={save}
      onClose={onClose}
      fromBelow
    >
      {(draft) => (
        <CountedField
          name="note"
          label={say("record.note.label")}
          max={noteMax}
          full={say("record.note.full")}
          placeholder={say("record.note.example")}
          initial={draft["note"] ?? note}
          multiline
          rows={5}
        />
      )}
    </DialogForm>
  );
}
