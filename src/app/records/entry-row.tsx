import { useState } from "react";

import { eventPath } from "#domain/events/rules.ts";
import { isProvable } from "#domain/records/rules.ts";
import type { RecordEntry } from "#domain/records/shapes.ts";
import { say } from "#messages/records.ts";

import { Link } from "../addresses.ts";
import { Icon } from "../ui/icon.tsx";
import { dayIn } from "../ui/whole.ts";
import { AskOrganizer } from "./ask-organizer.tsx";
import { doneTogether } from "./entry-words.ts";
import { Facts } from "./facts.tsx";
import { NoteForm } from "./note-form.tsx";

type EntryRowProps = {
  entry: RecordEntry;
  isChosen: boolean;
  onChoose: (eventId: string, isChosen: boolean) => void;
  onChanged: () => void;
};

/** An event in a record; hours that an organizer asserts can be chosen to be proven, and for one's own word another organizer can be asked. */
export function EntryRow({ entry, isChosen, onChoose, onChanged }: EntryRowProps) {
  const [isNoting, setIsNoting] = useState(false);
  const { eventId, title, eventDate, timeZone, hours, kind, saidBy, isProven, note, isThere } = entry;
  const date = dayIn(eventDate, timeZone);
  const canProve = isProvable(entry);
  const word = say(`record.${kind}`, { organizer: saidBy ?? "" });
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
      <p className="record-hours">{say("record.hours", { hours })}</p>
      <div className="record-said">
        <div className="quiet">
          <Facts of={[date, doneTogether(entry, say)]} />
        </div>
        <p className="record-word">
          {canProve && <Icon name="badge-check" className="mt-0.5 size-4.5" />}
          <span className="wrap-anywhere">
            {word}
            {canProve && !isProven && `, ${say("record.unproven")}`}
          </span>
        </p>
        {note && (
          <p dir="auto" className="record-note">
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
