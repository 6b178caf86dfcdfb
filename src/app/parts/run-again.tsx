import { useState } from "react";
import { useNavigate } from "react-router";

import { momentIn, wallClockIn } from "#domain/events/rules.ts";
import type { Event } from "#domain/events/shapes.ts";
import { say } from "#messages/organise.ts";

import { Dialog } from "../ui/dialog.tsx";
import { keepDraft, readDraft } from "../ui/draft.ts";
import { Icon } from "../ui/icon.tsx";
import { createDraft, valuesOf } from "./event-fields.tsx";
import type { EventValues } from "./event-span.ts";

type RunAgainProps = { event: Event; memberId: string; className: string };

/** Opens the form of a new event with what an event has, a week or weeks later; a draft that is there is not lost unasked. */
export function RunAgain({ event, memberId, className }: RunAgainProps) {
  const navigate = useNavigate();
  const [asking, setAsking] = useState<string | null>(null);
  const name = createDraft(memberId);

  function begin() {
    const draft = readDraft(name);
    const isBegun = typed.some((field) => draft[field]?.trim());
    if (isBegun) setAsking(draft["title"]?.trim() || say("again.untitled"));
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
        <Icon name="calendar-plus" className="hidden size-4 xs:block" />
        {say("manage.again")}
      </button>
      {asking !== null && (
        <Dialog title={say("again.title")} role="alertdialog" onClose={() => setAsking(null)}>
          <p className="mt-2 text-lg">{say("again.text", { draft: asking, title: event.title })}</p>
          <div className="mt-6 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
            <button type="button" className="btn btn-outline" onClick={() => void navigate("/create-event")}>
              {say("again.keep")}
            </button>
            <button type="button" className="btn btn-primary" onClick={replace}>
              {say("again.replace")}
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}

/** The fields in which somebody has to have typed for a draft to be one. */
const typed = ["title", "location", "eventDate", "maxParticipant", "thumbnailUrl", "description"];

const week = 7 * 86_400_000;

/** What the form of an event would hold on the first same day of the week, at the same time, that is to come. */
export function valuesLater(event: Event, now: Date): EventValues {
  const { date, time } = wallClockIn(new Date(event.eventDate), event.timeZone);
  const weeks = Math.max(0, Math.floor((now.getTime() - Date.parse(event.eventDate)) / week)) + 1;
  const day = new Date(Date.parse(`${date}T00:00Z`) + weeks * week).toISOString().slice(0, 10);
  const moment = momentIn(event.timeZone, day, time) ?? now;
  // The form of a new event is in the zone of whoever types.
  const here = wallClockIn(moment, new Intl.DateTimeFormat().resolvedOptions().timeZone);
  return { ...valuesOf(event), eventDate: here.date, eventTime: here.time };
}
