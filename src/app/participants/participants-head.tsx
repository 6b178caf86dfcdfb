import { type ReactNode, useState } from "react";

import { eventPath, spotsOf } from "#domain/events/rules.ts";
import type { Event } from "#domain/events/shapes.ts";
import { hasEnded, spanOf } from "#domain/time-zones/rules.ts";
import { say } from "#messages/say.ts";

import { Link } from "../addresses.ts";
import { askFile } from "../session/ask.ts";
import { Icon } from "../ui/icon.tsx";
import { saveFile } from "../ui/save-file.ts";
import { toast } from "../ui/toast.tsx";
import type { Arrivals } from "./arrivals.ts";
import { CopyLink } from "./copy-link.tsx";
import { fromMenu, MoreMenu } from "../ui/more-menu.tsx";
import { EventFacts, Fact } from "../events/event-facts.tsx";
import { refused } from "../session/refused.ts";
import { useDeed } from "../session/use-deed.ts";
import { GateButton } from "../gates/gate-button.tsx";
import { isGateDay } from "../gates/gate-day.ts";
import { isGateShown } from "../gates/gate-shown.ts";
import { RunAgain } from "../organizing/run-again.tsx";
import { spotsInWords } from "../organizing/spots-in-words.ts";

type HeadProps = {
  event: Event;
  memberId: string;
  /** True if a message would have no readers. */
  isEmpty: boolean;
  /** Null while no arrival is known. */
  arrivals: Arrivals | null;
  /** Shows the links that open the gate on helpers' phones. */
  onKeys: () => void;
  onAdd: () => void;
  onWrite: () => void;
  onCancel: () => void;
};

/** The event, the numbers of its spots, and the organizer's actions. */
export function ParticipantsHead({ event, memberId, isEmpty, arrivals, onKeys, onAdd, onWrite, onCancel }: HeadProps) {
  const [now] = useState(() => new Date());
  const isCancelled = event.status === "cancelled";
  const span = spanOf(event);
  const isOpen = !isCancelled && !hasEnded(span, now);
  // On the day, most organizers come for the gate; a phone has the other actions in the menu then.
  const isGateFirst = isGateDay(event, now);
  const besideGate = isGateFirst ? "max-sm:hidden" : "";
  const canAdd = isOpen && event.status === "active";
  const isPast = !isCancelled && !isOpen;
  const [taken, ...others] = spotsInWords(spotsOf(event));
  return (
    <header className="grid gap-x-6 gap-y-1 lg:grid-cols-[minmax(0,1fr)_auto] lg:items-center">
      <h1 dir="auto" className="min-w-0 text-page break-words">
        {event.title}
      </h1>
      {/* On a desktop the reason, beside the list, says so. */}
      {isCancelled && <p className="badge w-fit badge-status lg:hidden">{say("manage.cancelled")}</p>}
      <div className="min-w-0 lg:col-span-2">
        {/* The number that organizers look for while people arrive. */}
        {arrivals?.state === "here" && <p className="text-part font-bold">{arrivedIn(arrivals)}</p>}
        <EventFacts
          span={span}
          location={event.location}
          className="max-sm:gap-0.5 md:flex-row md:flex-wrap md:gap-x-6"
        >
          <Fact icon="users-round">
            <span>
              {isPast ? say("participants.had_joined", { count: arrivals?.listed ?? event.participant }) : taken}
              {isPast && arrivals && <>: {arrivedIn(arrivals)}</>}
              {others.map((words) => `, ${words}`)}
              {isOpen && event.passed > 0 && `, ${say("participants.open")}`}
            </span>
          </Fact>
          {arrivals?.said && <Fact icon="hand-heart">{saidIn(arrivals.said)}</Fact>}
        </EventFacts>
      </div>
      {/* On the line of the way back, except on a desktop. */}
      <div className="flex flex-none gap-1 max-lg:absolute max-lg:top-0 max-lg:right-0 sm:gap-2 lg:col-start-2 lg:row-start-1">
        {isGateFirst && <GateButton eventId={event._id} className="btn btn-primary" />}
        {canAdd && (
          <button
            type="button"
            aria-label={say("add.open")}
            className={`btn max-xs:px-3 ${isGateFirst ? "" : "btn-primary"} ${besideGate}`}
            onClick={onAdd}
          >
            <Icon name="user-plus" />
            <span className="max-xs:hidden">{say("add.open")}</span>
            <span className="xs:hidden">{say("add.open.short")}</span>
          </button>
        )}
        {isPast && (
          <Link
            to={`/manage-events/${event._id}/afterwards`}
            className={`btn max-sm:px-3 ${arrivals?.said ? "" : "btn-primary"}`}
          >
            <Icon name="hand-heart" className="max-xs:hidden" />
            {say(arrivals?.said ? "participants.afterwards.change" : "participants.afterwards")}
          </Link>
        )}
        {!isEmpty && (
          <button
            type="button"
            aria-label={say("participants.write")}
            className={`btn max-xs:px-3 ${besideGate}`}
            onClick={onWrite}
          >
            <Icon name="mail" />
            <span className={isPast ? "max-xs:hidden" : "max-[22.5rem]:hidden"}>{say("participants.write.short")}</span>
          </button>
        )}
        <MoreMenu id="more" label={say("participants.more")}>
          {isGateFirst && canAdd && (
            <button type="button" className="sm:hidden!" onClick={fromMenu(onAdd)}>
              <Icon name="user-plus" />
              {say("add.open")}
            </button>
          )}
          {isGateFirst && !isEmpty && (
            <button type="button" className="sm:hidden!" onClick={fromMenu(onWrite)}>
              <Icon name="mail" />
              {say("participants.write")}
            </button>
          )}
          {!isEmpty && (
            <a href="#sent">
              <Icon name="mail" />
              {say("sent.title")}
            </a>
          )}
          {isGateShown(event, now) && (
            <>
              <button type="button" onClick={fromMenu(onKeys)}>
                <Icon name="smartphone" />
                {say("gate.card.keys")}
              </button>
              <Link to={`/manage-events/${event._id}/print`}>
                <Icon name="printer" />
                {say("gate.card.print")}
              </Link>
            </>
          )}
          <Download event={event} />
          {isOpen && <CopyLink eventId={event._id} className="" />}
          <Link to={eventPath(event._id)}>
            <Icon name="eye" />
            {say("participants.see_event")}
          </Link>
          <RunAgain event={event} memberId={memberId} className="" />
          {isOpen && (
            <button type="button" className="apart text-error" onClick={fromMenu(onCancel)}>
              <Icon name="calendar-x" />
              {say("cancel.open")}
            </button>
          )}
        </MoreMenu>
      </div>
    </header>
  );
}

/**
 * '24 of 25 here, 3 walk-ins'. Once the event is over: '10 of them came, plus 2 walk-ins', or '2 not on the list' if
 * not all of those are walk-ins.
 */
function arrivedIn({ state, there, listed, walkIns, areWalkIns }: Arrivals): ReactNode {
  const count = there.size;
  const others = { count: walkIns.length };
  // No line breaks within 'walk-ins'.
  const beside = (told: string, more: string) =>
    walkIns.length === 0 ? (
      told
    ) : (
      <>
        {told}, <span className="whitespace-nowrap">{more}</span>
      </>
    );
  if (state === "here") {
    return beside(say("participants.here_of", { count, listed }), say("participants.walk_ins.count", others));
  }
  const came = say(state === "came" ? "participants.came_of" : "participants.checked_in_of", { count });
  return beside(came, say(areWalkIns ? "participants.and_walk_ins" : "participants.and_more", others));
}

/** '93 hours · Thanks sent', beside the number of people who came. Thanks go to those with an address. */
function saidIn({ hours, isThanked }: NonNullable<Arrivals["said"]>): string {
  const told = say("participants.said.hours", { count: hours });
  return isThanked ? `${told} · ${say("participants.thanked")}` : told;
}

/** Downloads the list as a file; the call needs the token, so a plain link would not do. */
function Download({ event }: { event: Event }) {
  const { busy, run } = useDeed(
    (_menu: HTMLElement | null) =>
      askFile((api) => api.events[":id"]["participants.csv"].$get({ param: { id: event._id } })),
    (file, menu) => {
      saveFile(say("participants.csv.file", { title: event.title }), file);
      toast("success", say("participants.csv.done"));
      menu?.hidePopover();
    },
    (error, menu) => {
      refused(error);
      menu?.hidePopover();
    },
  );

  return (
    <button
      type="button"
      aria-disabled={busy || undefined}
      // The menu stays until the file is there: its line says that it is being made.
      onClick={({ currentTarget }) => run(currentTarget.closest<HTMLElement>("[popover]"))}
    >
      <Icon name="download" />
      {say(busy ? "participants.csv.busy" : "participants.csv")}
    </button>
  );
}
