import { useState } from "react";
import { eventPath } from "#domain/events/rules.ts";
import { isProvable, noteMax } from "#domain/records/rules.ts";
import type { RecordEntry } from "#domain/records/shapes.ts";
import { say } from "#messages/say.ts";
import { Link } from "../addresses.ts";
import { Icon } from "../ui/icon.tsx";
import { dayIn } from "../ui/whole.ts";
import { AskOrganizer } from "./ask-organizer.tsx";
import { doneTogether } from "./entry-words.ts";
import { Facts } from "./facts.tsx";
import { ask } from "../session/ask.ts";
import { refused } from "../session/refused.ts";
import { CountedField } from "../ui/counted-field.tsx";
import { DialogForm } from "../ui/dialog-form.tsx";
import { toast } from "../ui/toast.tsx";

type EntryRowProps = {
  entry: RecordEntry;
  isChosen: boolean;
  onChoose: (eventId: string, isChosen: boolean) => void;
  onChanged: () => void;
};

const wordOfKind = {
  asserted: "record.asserted",
  second: "record.second",
  own: "record.own",
  gate: "record.gate",
} as const;

/**
 * An event in a record. Hours that an organizer asserts can be chosen for a proof; for self-reported hours, another
 * organizer can be asked.
 */
export function EntryRow({ entry, isChosen, onChoose, onChanged }: EntryRowProps) {
  const [isNoting, setIsNoting] = useState(false);
  const { eventId, title, eventDate, timeZone, hours, kind, saidBy, isProven, note, isThere } = entry;
  const date = dayIn(eventDate, timeZone);
  const canProve = isProvable(entry);
  const word = say(wordOfKind[kind], { organizer: saidBy ?? "" });
  const writing = (
    <button
      type="button"
      className="record-link"
      aria-label={say(note ? "record.note.change_of" : "record.note.add_to", { title })}
      onClick={() => setIsNoting(true)}
    >
      {say(note ? "record.note.change" : "record.note.add")}
    </button>
  );
  return (
    <li className="record-entry">
      {canProve ? (
        <label className="record-tick">
          <input
            type="checkbox"
            className="tick"
            checked={isChosen}
            aria-label={say("record.choose", { title, date })}
            onChange={({ target }) => onChoose(eventId, target.checked)}
          />
        </label>
      ) : (
        <span className="record-tick" aria-hidden>
          –
        </span>
      )}
      <h3 dir="auto" className="wrap-anywhere">
        {isThere ? <Link to={eventPath(eventId)}>{title}</Link> : title}
      </h3>
      <p className="text-lg/6 font-bold whitespace-nowrap">{say("record.hours", { hours })}</p>
      <div className="col-start-2 -col-end-1">
        <div className="quiet">
          <Facts of={[date, doneTogether(entry)]} />
        </div>
        <p className="flex gap-1.5">
          {canProve && <Icon name="badge-check" className="mt-0.5 size-4.5" />}
          <span className="wrap-anywhere">
            {word}
            {canProve && !isProven && `, ${say("record.unproven")}`}
          </span>
        </p>
        {note && (
          <p dir="auto" className="mt-1.5 border-s-3 border-base-300 ps-2.5 whitespace-pre-line">
            {note} {writing}
          </p>
        )}
      </div>
      {kind === "own" ? (
        <AskOrganizer entry={entry} onChanged={onChanged}>
          {!note && writing}
        </AskOrganizer>
      ) : (
        !note && <div className="record-ask">{writing}</div>
      )}
      {isNoting && <NoteForm entry={entry} onSaved={onChanged} onClose={() => setIsNoting(false)} />}
    </li>
  );
}

type NoteFormProps = {
  entry: Pick<RecordEntry, "eventId" | "title" | "note">;
  onSaved: () => void;
  onClose: () => void;
};

/** Edits the volunteer's own note on an event. */
function NoteForm({ entry: { eventId, title, note }, onSaved, onClose }: NoteFormProps) {
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
