import { useState } from "react";

import { eventPath, hasBegun, hasEnded } from "#domain/events/rules.ts";
import type { Event } from "#domain/events/shapes.ts";
import { say } from "#messages/organizing.ts";

import { Link } from "../addresses.ts";
import { EventFacts, Fact } from "../events/event-facts.tsx";
import { EventPicture } from "../events/event-picture.tsx";
import { TypeBadge } from "../events/type-badge.tsx";
import { RunAgain } from "./run-again.tsx";
import { Icon } from "../ui/icon.tsx";

type ManagedCardProps = {
  event: Event;
  memberId: string;
  onEdit: () => void;
  onHandOver: () => void;
  onDelete: () => void;
};

/** One of the member's own events, with what can be done with it: specification 2 'Manage Events', cards. */
export function ManagedCard({ event, memberId, onEdit, onHandOver, onDelete }: ManagedCardProps) {
  const [now] = useState(() => new Date());
  const isCancelled = event.status === "cancelled";
  const isActive = !isCancelled && !hasBegun(event.eventDate, now);
  return (
    <article className="sheet grid grid-cols-1 overflow-hidden md:grid-cols-[17rem_minmax(0,1fr)]">
      <EventPicture type={event.eventType} url={event.thumbnailUrl} className="md:aspect-auto md:h-full" />
      <div className="flex min-w-0 flex-col gap-x-6 gap-y-3 p-5 lg:flex-row">
        <div className="flex min-w-0 flex-1 flex-col gap-3">
          <div className="flex flex-wrap items-center gap-2">
            <StateBadge state={stateOf(event, now)} />
            <TypeBadge type={event.eventType} />
          </div>
          <h2 dir="auto" className="line-clamp-2 text-xl leading-snug break-words">
            {event.title}
          </h2>
          <EventFacts date={event.eventDate} end={event.eventEnd} timeZone={event.timeZone} location={event.location}>
            <Fact icon="users-round">
              {event.capacity === null
                ? say("manage.joined", { count: event.participant })
                : say("manage.spots", { count: event.participant, max: event.capacity })}
            </Fact>
          </EventFacts>
          <p dir="auto" className="quiet line-clamp-2 break-words">
            {event.description}
          </p>
        </div>
        <div className="mt-auto grid grid-cols-2 gap-2 sm:flex sm:flex-wrap lg:mt-0 lg:w-36 lg:flex-col lg:flex-nowrap">
          <Link
            to={eventPath(event._id)}
            aria-label={say("manage.view_of", { title: event.title })}
            className="btn btn-secondary lg:justify-start"
          >
            <Icon name="eye" className="hidden size-4 xs:block" />
            {say("manage.view")}
          </Link>
          <Link
            to={`/manage-events/${event._id}`}
            aria-label={say("manage.people_of", { title: event.title })}
            className="btn btn-secondary lg:justify-start"
          >
            <Icon name="users-round" className="hidden size-4 xs:block" />
            {say("manage.people")}
          </Link>
          {!isCancelled && (
            <button
              type="button"
              aria-label={say("manage.edit_of", { title: event.title })}
              className="btn btn-secondary lg:justify-start"
              onClick={onEdit}
            >
              <Icon name="pencil" className="hidden size-4 xs:block" />
              {say("manage.edit")}
            </button>
          )}
          {!isActive && <RunAgain event={event} memberId={memberId} className="btn btn-secondary lg:justify-start" />}
          {isActive && (
            <button
              type="button"
              aria-label={say("manage.transfer_of", { title: event.title })}
              className="btn btn-secondary lg:justify-start"
              onClick={onHandOver}
            >
              <Icon name="hand-heart" className="hidden size-4 xs:block" />
              {say("manage.transfer")}
            </button>
          )}
          <button
            type="button"
            aria-label={say("manage.delete_of", { title: event.title })}
            className="btn btn-outline text-error lg:justify-start"
            onClick={onDelete}
          >
            <Icon name="trash" className="hidden size-4 xs:block" />
            {say("manage.delete")}
          </button>
        </div>
      </div>
    </article>
  );
}

const looks = {
  active: ["bg-secondary text-secondary-content", "bg-primary"],
  under_way: ["bg-secondary text-secondary-content", "bg-primary"],
  inactive: ["bg-base-200", "border-2 border-current"],
  cancelled: ["bg-base-200 text-error", "bg-error"],
} as const;

function stateOf({ status, eventDate, eventEnd }: Event, now: Date): keyof typeof looks {
  if (status === "cancelled") return "cancelled";
  if (!hasBegun(eventDate, now)) return "active";
  return hasEnded(eventEnd, now) ? "inactive" : "under_way";
}

/**
 * Specification 4 'Manage list badge': Active while the event's date is now or later; ours besides: under way until it ends,
 * and Cancelled.
 */
function StateBadge({ state }: { state: keyof typeof looks }) {
  const [pill, dot] = looks[state];
  return (
    <span className={`inline-flex items-center gap-2 rounded-full px-3 py-1 text-sm font-semibold ${pill}`}>
      <span aria-hidden className={`size-2 rounded-full ${dot}`} />
      {say(`manage.${state}`)}
    </span>
  );
}
