import { useState } from "react";

import { eventPath, hasBegun, hasEnded } from "#domain/events/rules.ts";
import type { Event } from "#domain/events/shapes.ts";
import { say as sayOrganize } from "#messages/organizing.ts";
import { say } from "#messages/participants.ts";

import { Link } from "../addresses.ts";
import { askFile } from "../session/ask.ts";
import { Icon } from "../ui/icon.tsx";
import { saveFile } from "../ui/save-file.ts";
import { toast } from "../ui/toast.tsx";
import { CopyLink } from "./copy-link.tsx";
import { EventFacts, Fact } from "../events/event-facts.tsx";
import { refused } from "../session/refused.ts";
import { RunAgain } from "./run-again.tsx";

type HeadProps = { event: Event; memberId: string; onAdd: () => void; onCancel: () => void };

/** Which event it is, how full it is, and what can be done with it. */
export function ParticipantsHead({ event, memberId, onAdd, onCancel }: HeadProps) {
  const [now] = useState(() => new Date());
  const isCancelled = event.status === "cancelled";
  const isOpen = !isCancelled && !hasBegun(event.eventDate, now);
  const { participant, waiting, capacity } = event;
  const places =
    capacity === null
      ? say("participants.taken", { count: participant })
      : say("participants.spots", { count: participant, max: capacity });
  return (
    <header className="flex flex-col gap-5">
      <div>
        <p className="quiet text-lg">{say("participants.title")}</p>
        <h1 dir="auto" className="text-page break-words">
          {event.title}
        </h1>
      </div>
      <EventFacts date={event.eventDate} end={event.eventEnd} timeZone={event.timeZone} location={event.location}>
        <Fact icon="users-round">
          {[
            places,
            ...(event.held > 0 ? [say("participants.held", { count: event.held })] : []),
            ...(waiting > 0 ? [say("participants.waitlist", { count: waiting })] : []),
          ].join(", ")}
        </Fact>
      </EventFacts>
      <div className="grid grid-cols-2 gap-2 md:flex md:flex-wrap">
        {isOpen && (
          <button type="button" className="btn btn-primary" onClick={onAdd}>
            <Icon name="user-plus" className="hidden size-4 xs:block" />
            {say("add.open")}
          </button>
        )}
        <a href="#message" className="btn btn-secondary lg:hidden">
          <Icon name="mail" className="hidden size-4 xs:block" />
          {say("participants.write")}
        </a>
        <Download event={event} />
        {isOpen && <CopyLink eventId={event._id} className="btn-secondary" />}
        <Link to={eventPath(event._id)} className="btn btn-secondary">
          <Icon name="eye" className="hidden size-4 xs:block" />
          {say("participants.see_event")}
        </Link>
        <RunAgain event={event} memberId={memberId} className="btn btn-secondary" />
        {!isCancelled && !hasEnded(event.eventEnd, now) && (
          <button type="button" className="btn btn-outline text-error max-md:last:odd:col-span-2" onClick={onCancel}>
            <Icon name="calendar-x" className="hidden size-4 xs:block" />
            {sayOrganize("cancel.open")}
          </button>
        )}
      </div>
    </header>
  );
}

/** Takes the list into a file; the call needs the token, so it is no plain link. */
function Download({ event }: { event: Event }) {
  const [busy, setBusy] = useState(false);

  async function take() {
    if (busy) return;
    setBusy(true);
    try {
      const param = { id: event._id };
      const file = await askFile((api) => api.events[":id"]["participants.csv"].$get({ param }));
      saveFile(say("participants.csv.file", { title: event.title }), file);
      toast("success", say("participants.csv.done"));
    } catch (error) {
      refused(error);
    }
    setBusy(false);
  }

  return (
    <button type="button" className="btn btn-secondary" aria-disabled={busy || undefined} onClick={() => void take()}>
      <Icon name="download" className="hidden size-4 xs:block" />
      {say(busy ? "participants.csv.busy" : "participants.csv")}
    </button>
  );
}
