import { useState } from "react";

import { sameDayLater } from "#domain/organizing/rules.ts";
import type { Event } from "#domain/events/shapes.ts";
import { spanOf } from "#domain/time-zones/rules.ts";
import { say } from "#messages/say.ts";

import { useNavigate } from "../addresses.ts";
import { Confirm } from "../ui/confirm.tsx";
import { keepDraft, readDraft } from "../ui/draft.ts";
import { Icon } from "../ui/icon.tsx";
import { spanValuesOf } from "./event-span.ts";
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
const valuesLater = (event: Event, now: Date): EventFormValues & { copiedFrom: string } => ({
  ...formValuesOf(event),
  ...spanValuesOf(sameDayLater(spanOf(event), now)),
  copiedFrom: event._id,
});
