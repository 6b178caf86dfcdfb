import { useCallback, useState } from "react";

import { peopleIn, spotsOf } from "#domain/events/rules.ts";
import type { Event } from "#domain/events/shapes.ts";
import { noteMax } from "#domain/organizing/rules.ts";
import { perLocale, say } from "#messages/say.ts";

import { useAnswer } from "../session/use-answer.ts";
import { CountedField } from "../ui/counted-field.tsx";
import { countTold } from "./count-told.ts";
import { ToCall, usePeopleToCall } from "./to-call.tsx";
import type { EventChangesJson } from "#domain/organizing/shapes.ts";
import { hasEnded, spanOf } from "#domain/time-zones/rules.ts";

type ChangeMailProps = {
  event: Event;
  /** The changes typed so far. */
  changes: EventChangesJson;
  /** The fields' first values, by their names. */
  initial: Readonly<Record<string, string>>;
  /** Nothing is said until something is changed. */
  isBrief?: boolean;
};

/** Says which people will be mailed about which changes. The organizer can add a note, or send no mail for a typo. */
export function ChangeMail({ event, changes, initial, isBrief = false }: ChangeMailProps) {
  const [now] = useState(() => new Date());
  const [quiet, setQuiet] = useState(initial["quiet"] === "on");
  const changed = changedFacts(event, changes);
  const isMoved = changed.includes("when") || changed.includes("where");
  const isQuiet = quiet && !isMoved;
  const isEmpty = peopleIn(spotsOf(event)) === 0;
  // Organizers who have joined get no mail about their own changes.
  const { asked } = useAnswer(useCallback(async () => (isEmpty ? 0 : countTold(event._id)), [isEmpty, event._id]));
  const isAlone = asked.status === "there" && asked.answer === 0;
  const someone = !isEmpty && !isAlone;
  const people = usePeopleToCall(event._id, !isEmpty);
  const isOver = hasEnded(spanOf(event), now);
  const isTold = !isOver && changed.length > 0;

  const isSilent = isBrief && changed.length === 0;
  return (
    <div className={isSilent ? "sr-only" : "flex flex-col gap-4 rounded-box bg-base-200 p-4"}>
      <p role="status">{sentence()}</p>
      {isTold && !isQuiet && <ToCall people={people} />}
      {someone && isTold && (
        <>
          {!isMoved && (
            <label className="flex min-h-11 cursor-pointer items-center gap-3">
              <input
                type="checkbox"
                name="quiet"
                checked={quiet}
                className="tick"
                onChange={({ currentTarget }) => setQuiet(currentTarget.checked)}
              />
              {say("manage.tell.quiet")}
            </label>
          )}
          {!isQuiet && (
            <CountedField
              name="note"
              label={say("manage.tell.note")}
              placeholder={say("manage.tell.note.placeholder")}
              initial={initial["note"] ?? ""}
              max={noteMax}
              full={say("rule.note.too_long")}
              multiline
              rows={2}
            />
          )}
        </>
      )}
    </div>
  );

  function sentence(): string {
    if (isOver) return say("manage.tell.over");
    if (isEmpty) return say("manage.tell.nobody");
    if (isAlone) return say(people.length > 0 ? "manage.tell.no_mail" : "manage.delete.nobody");
    if (changed.length === 0) return say("manage.tell.nothing");
    if (isQuiet) return say("manage.tell.typo");
    const what = list().format(changed.map((fact) => say(`manage.tell.${fact}`)));
    return say(isMoved && changed.length > 0 ? "manage.tell.always" : "manage.tell.will", { what });
  }
}

const list = perLocale((locale) => new Intl.ListFormat(locale));

/** The changes listed in the mail, in its order. */
function changedFacts(event: Event, changes: EventChangesJson) {
  const isMoved =
    changes.eventDate !== undefined &&
    (changes.eventDate !== event.eventDate ||
      changes.eventEnd !== event.eventEnd ||
      changes.timeZone !== event.timeZone);
  const is = {
    title: changes.title !== event.title,
    when: isMoved,
    where: changes.location !== event.location,
    bring: changes.whatToBring !== event.whatToBring,
    know:
      (["effort", "childrenWelcome", "stepFree", "provided"] as const).some((fact) => changes[fact] !== event[fact]) ||
      String(changes.languages) !== String(event.languages),
    description: changes.description !== event.description,
  };
  return (["title", "when", "where", "bring", "know", "description"] as const).filter((fact) => is[fact]);
}

/** Returns the mail's options from these fields. A line break would split the note into two paragraphs. */
export const tellingOf = ({ quiet, note = "" }: Readonly<Record<string, string>>) => ({
  ...(quiet === "on" && { tell: false }),
  ...(note.trim() && { note: note.trim().replace(/\s+/g, " ") }),
});
