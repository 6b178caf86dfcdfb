import { type ReactNode, useId } from "react";

import { dateOf, eventPath, eventTypes, locationMax, maxParticipantMax } from "#domain/events/rules.ts";
import type { FoundEvent } from "#domain/imports/shapes.ts";
import { spanOf } from "#domain/time-zones/rules.ts";
import { say } from "#messages/say.ts";

import { Link } from "../addresses.ts";
import { EventTime } from "../events/event-time.tsx";
import { Icon } from "../ui/icon.tsx";
import { canChoose, type Chosen, unplacedOf } from "./choices.ts";
import { Notes } from "./found-notes.tsx";
import type { Outcome } from "./use-import.ts";

type FoundCardProps = {
  event: FoundEvent;
  chosen: Chosen;
  outcome: Outcome | undefined;
  isBusy: boolean;
  onChange: (change: Partial<Chosen>) => void;
};

/** A found event: its facts, its differences from the source, and whether to import it. */
export function FoundCard({ event, chosen, outcome, isBusy, onChange }: FoundCardProps) {
  const { known, eventDate, timeZone } = event;
  const isOpen = canChoose(event) && outcome?.state !== "done";
  const title = known && !known.changes.includes("title") ? known.title : chosen.title;
  const refused = outcome?.state === "refused" ? outcome : null;
  // An event that is not chosen needs no location.
  const isUnplaced = isOpen && chosen.isChosen && unplacedOf([event], { [event.uid]: chosen }).length > 0;
  return (
    <article
      className="sheet found-card"
      data-chosen={(isOpen && chosen.isChosen) || undefined}
      data-refused={refused ? true : undefined}
      data-waits={isUnplaced || undefined}
    >
      <label className="pick">
        {isOpen && (
          <input
            type="checkbox"
            className="tick"
            checked={chosen.isChosen}
            disabled={isBusy}
            aria-label={say("import.choose", { title: `${title}, ${dateOf(new Date(eventDate), timeZone)}` })}
            onChange={({ target }) => onChange({ isChosen: target.checked })}
          />
        )}
        <span className="min-w-0">
          <State event={event} outcome={outcome} isUnplaced={isUnplaced} />
          <span
            dir="auto"
            role="heading"
            aria-level={3}
            className="mt-1 block font-display text-small font-[650] wrap-anywhere max-sm:mt-0 max-sm:flex-[1_0_100%]"
          >
            {title}
          </span>
        </span>
      </label>
      <div className="facts">
        <p>
          <FoundTime event={event} />
        </p>
        {event.location !== "" && <p dir="auto">{chosen.location}</p>}
        {!known && (
          <p dir="auto" className="quiet line-clamp-2 break-words">
            {chosen.description}
          </p>
        )}
        <Notes event={event} />
        {refused && !Object.keys(refused.fields).some((name) => name in chosen) && (
          <p role="alert" className="font-medium text-error">
            {Object.values(refused.fields)[0] ?? refused.sentence}
          </p>
        )}
        {outcome?.state === "done" && (
          <Link to={eventPath(outcome.eventId)} className="btn w-fit">
            {say("card.view")}
          </Link>
        )}
      </div>
      {isOpen && !known && (
        <Fields
          key={refused ? "refused" : "open"}
          event={event}
          chosen={chosen}
          isUnplaced={isUnplaced}
          fields={refused?.fields ?? none}
          onChange={onChange}
        />
      )}
    </article>
  );
}

const none = {};

/** The event's times, or its days if it takes whole days. */
function FoundTime({ event }: Pick<FoundCardProps, "event">) {
  const span = spanOf(event);
  const { begin, end, zone } = span;
  if (!event.notes.includes("all_day")) return <EventTime span={span} className="font-semibold" />;
  const [first, last] = [begin, new Date(end.getTime() - 1)].map((moment) => dateOf(moment, zone));
  return (
    <span className="font-semibold">
      {first === last ? first : `${first} – ${last}`}, {say("import.all_day")}
    </span>
  );
}

type StateProps = Pick<FoundCardProps, "event" | "outcome"> & { isUnplaced: boolean };

/** The event's state: new, imported before, imported now, or without a location. */
function State({ event: { known }, outcome, isUnplaced }: StateProps) {
  if (isUnplaced) {
    return (
      <span className="badge badge-yours">
        <Icon name="map-pin" />
        {say("import.unplaced")}
      </span>
    );
  }
  const [name, isDone] =
    outcome?.state === "done"
      ? [outcome.what === "new" ? "done" : "updated", true]
      : known === null
        ? ["new", false]
        : known.state === "changed" || known.state === "same"
          ? [known.state, known.state === "same"]
          : ["yours", false];
  return (
    <span className="badge badge-status">
      {isDone && <Icon name="check" />}
      {say(`import.${name as "new"}`)}
    </span>
  );
}

type FieldsProps = Pick<FoundCardProps, "event" | "chosen" | "onChange"> & {
  isUnplaced: boolean;
  fields: Readonly<Record<string, string>>;
};
type TextField = "title" | "location" | "maxParticipant";

/** The location if the source has none, and the type; other fields are folded away, unless one is wrong. */
function Fields({ event, chosen, isUnplaced, fields, onChange }: FieldsProps) {
  const isHomeless = event.location === "";
  const folded: TextField[] = isHomeless ? ["title", "maxParticipant"] : ["title", "location", "maxParticipant"];
  const isWrong = [...folded, "description"].some((name) => fields[name]);
  const line = (name: TextField) => (
    <Row
      key={name}
      label={say(`import.field.${name}`)}
      error={fields[name]}
      note={name === "location" && isUnplaced && say("import.note.no_location")}
    >
      {(control) => (
        <input
          {...control}
          dir="auto"
          autoComplete="off"
          maxLength={longest[name]}
          data-unplaced={(name === "location" && isUnplaced) || undefined}
          className="input"
          value={chosen[name]}
          onChange={({ target }) => onChange({ [name]: target.value })}
        />
      )}
    </Row>
  );
  return (
    <div className="changes">
      {isHomeless && line("location")}
      <Row label={say("import.all.type")} error={fields["eventType"]}>
        {(control) => (
          <select
            {...control}
            className="select"
            value={chosen.eventType}
            onChange={({ target }) =>
              onChange({ eventType: eventTypes.find((type) => type === target.value) ?? chosen.eventType })
            }
          >
            {eventTypes.map((type) => (
              <option key={type} value={type}>
                {say(`event_type.${type}`)}
              </option>
            ))}
          </select>
        )}
      </Row>
      <details open={isWrong} className="import-fold">
        <summary aria-label={say("import.edit_of", { title: chosen.title })}>
          <Icon name="pencil" className="size-4" />
          {say("import.edit")}
          <Icon name="chevron-down" className="chevron size-5" />
        </summary>
        <div className="grid gap-4 sm:grid-cols-2">
          {folded.map(line)}
          <div className="sm:col-span-2">
            <Row label={say("import.field.description")} error={fields["description"]}>
              {(control) => (
                <textarea
                  {...control}
                  dir="auto"
                  rows={4}
                  className="textarea"
                  value={chosen.description}
                  onChange={({ target }) => onChange({ description: target.value })}
                />
              )}
            </Row>
          </div>
        </div>
      </details>
    </div>
  );
}

/** A title is not cut while typing: its length is checked when it is sent. */
const longest = { title: undefined, location: locationMax, maxParticipant: maxParticipantMax };

type Control = { id: string; "aria-invalid": true | undefined; "aria-describedby": string | undefined };

/** A field beside many others of its kind, with its error, or else a hint of what it lacks. */
function Row({
  label,
  error,
  note = false,
  children,
}: {
  label: string;
  error: string | undefined;
  note?: string | false;
  children: (control: Control) => ReactNode;
}) {
  const id = useId();
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      {children({
        id,
        "aria-invalid": error ? true : undefined,
        "aria-describedby": error ? `${id}-error` : note ? `${id}-note` : undefined,
      })}
      {!error && note && (
        <p id={`${id}-note`} className="text-sm font-medium text-accent">
          {note}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="font-medium text-error">
          {error}
        </p>
      )}
    </div>
  );
}
