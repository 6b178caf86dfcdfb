import { useState } from "react";

import { sameDayLater } from "#domain/organizing/rules.ts";
import type { Event } from "#domain/events/shapes.ts";
import { say } from "#messages/say.ts";

import { useNavigate } from "../addresses.ts";
import { Confirm } from "../ui/confirm.tsx";
import { keepDraft, readDraft } from "../ui/draft.ts";
import { Icon } from "../ui/icon.tsx";
import { createDraft, type EventFormValues, formValuesOf, hasTyped } from "./event-form.ts";

type RunAgainProps = { event: Event; memberId: string; className: string };

/**
 * Opens the form of a new event with the facts of this one, one or more weeks later. It asks before it replaces a
 * draft.
 */
export function RunAgain({ event, memberId, className }: RunAgainProps) {
  const navigate = useNavigate();
  const [asking, setAsking] = useState<string | null>(null);
  const name = createDraft(memberId);

  function begin() {
    const draft = readDraft(name);
    if (hasTyped(draft)) setAsking(draft["title"]?.trim() || say("again.untitled"));
    else replace();
  }
  function replace() {
    keepDraft(name, valuesLater(event, new Date()));
    void navigate("/create-event");
  }

  return (
    <>
      <button
        type="button"
        aria-label={say("manage.again_of", { title: event.title })}
        className={className}
        onClick={begin}
      >
        <Icon name="calendar-plus" className="size-5" />
        {say("manage.again")}
      </button>
      {asking !== null && (
        <Confirm
          title={say("again.title")}
          yes={say("again.replace")}
          no={say("again.keep")}
          look="btn-primary"
          onYes={replace}
          onNo={() => void navigate("/create-event")}
          onClose={() => setAsking(null)}
        >
          <p className="mt-2 text-lg">{say("again.text", { draft: asking, title: event.title })}</p>
        </Confirm>
      )}
    </>
  );
}

/** The form values for the same weekday of a later week. */
function valuesLater(event: Event, now: Date): EventFormValues {
  const begin = sameDayLater(event, now);
  const duration = Date.parse(event.eventEnd) - Date.parse(event.eventDate);
  const end = new Date(begin.getTime() + duration);
  return formValuesOf({ ...event, eventDate: begin.toISOString(), eventEnd: end.toISOString() });
}
