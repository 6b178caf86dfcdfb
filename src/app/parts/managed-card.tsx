import { useState } from "react";
import { Link } from "react-router";

import { hasBegun, hasEnded } from "#domain/events/rules.ts";
import type { Event } from "#domain/events/shapes.ts";
import { say } from "#messages/organise.ts";

import { EventFacts, Fact } from "./event-facts.tsx";
import { EventPicture } from "./event-picture.tsx";
import { KindBadge } from "./kind-badge.tsx";
import { Icon } from "../ui/icon.tsx";

type ManagedCardProps = { event: Event; onEdit: () => void; onHandOver: () => void; onDelete: () => void };

/** One of the member's own events, with what can be done with it: specification 2 'Manage Events', cards. */
export function ManagedCard({ event, onEdit, onHandOver, onDelete }: ManagedCardProps) {
  const [now] = useState(() => new Date());
  const isActive = !hasBegun(event.eventDate, now);
  return (
    <article className="sheet grid grid-cols-1 overflow-hidden md:grid-cols-[17rem_minmax(0,1fr)]">
      <EventPicture kind={event.eventType} url={event.thumbnailUrl} className="md:aspect-auto md:h-full" />
      <div className="flex min-w-0 flex-col gap-x-6 gap-y-3 p-5 lg:flex-row">
        <div className="flex min-w-0 flex-1 flex-col gap-3">
          <div className="flex flex-wrap items-center gap-2">
            <StateBadge state={isActive ? "active" : hasEnded(event.eventEnd, now) ? "inactive" : "under_way"} />
            <KindBadge kind={event.eventType} />
          </div>
          <h2 dir="auto" className="line-clamp-2 text-xl leading-snug break-words">
            {event.title}
          </h2>
          <EventFacts date={event.eventDate} end={event.eventEnd} timeZone={event.timeZone} location={event.location}>
            <Fact icon="users-round">
              {event.capacity === null
                ? say("manage.joined", { count: event.participant })
                : say("manage.places", { count: event.participant, max: event.capacity })}
            </Fact>
          </EventFacts>
          <p dir="auto" className="quiet line-clamp-2 break-words">
            {event.description}
          </p>
        </div>
        <div className="mt-auto grid grid-cols-2 gap-2 sm:flex lg:mt-0 lg:w-36 lg:flex-col">
          <Link
            to={`/view-event/${event._id}`}
            aria-label={say("manage.view_of", { title: event.title })}
            className="btn btn-secondary lg:justify-start"
          >
            <Icon name="eye" className="hidden size-4 xs:block" />
            {say("manage.view")}
          </Link>
          <button
            type="button"
            aria-label={say("manage.edit_of", { title: event.title })}
            className="btn btn-secondary lg:justify-start"
            onClick={onEdit}
          >
            <Icon name="pencil" className="hidden size-4 xs:block" />
            {say("manage.edit")}
          </button>
          {isActive && (
            <button
              type="button"
              aria-label={say("manage.hand_over_of", { title: event.title })}
              className="btn btn-secondary lg:justify-start"
              onClick={onHandOver}
            >
              <Icon name="hand-heart" className="hidden size-4 xs:block" />
              {say("manage.hand_over")}
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

/** Specification 4 'Manage list badge': Active while the event's date is now or later; and until it ends it is under way. */
function StateBadge({ state }: { state: "active" | "under_way" | "inactive" }) {
  const active = state !== "inactive";
  return (
    <span
      className={`inline-flex items-center gap-2 rounded-full px-3 py-1 text-sm font-semibold ${active ? "bg-secondary text-secondary-content" : "bg-base-200"}`}
    >
      <span aria-hidden className={`size-2 rounded-full ${active ? "bg-primary" : "border-2 border-current"}`} />
      {say(`manage.${state}`)}
    </span>
  );
}
