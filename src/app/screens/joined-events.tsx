import { useCallback, useState } from "react";
import { useOutletContext } from "react-router";

import { dateOf, eventPath, hasBegun, momentOf } from "#domain/events/rules.ts";
import type { Registration } from "#domain/registrations/shapes.ts";
import { say } from "#messages/registrations-joined.ts";

import { Link } from "../addresses.ts";
import type { Route } from "./+types/joined-events";
import { pageMeta } from "../page-meta.ts";
import { EventFacts, Fact } from "../events/event-facts.tsx";
import { DayLeaf } from "../events/event-time.tsx";
import { OwnList } from "../session/own-list.tsx";
import { useLeaving } from "../registrations/use-leaving.ts";
import { askPage } from "../session/ask.ts";
import type { SessionUser } from "../session/auth-client.ts";
import { useList } from "../session/use-list.ts";
import { EmptyState } from "../ui/empty-state.tsx";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ matches, path: "/joined-events", title: say("joined.title"), forMembers: true });

/** Specification 2 'Joined Events': the events at which the member has a place. */
export default function JoinedEvents() {
  const { email } = useOutletContext<SessionUser>();
  const { list, retry, loadMore } = useList(
    useCallback(
      (cursor?: string) => askPage((api) => api["joined-events"].$get({ query: { email, ...(cursor && { cursor }) } })),
      [email],
    ),
  );
  const { gone, leave } = useLeaving();
  // Left one by one, the last leaves the list empty.
  const isEmpty = list.status === "there" && list.rows.every(({ _id }) => gone.has(_id)) && !list.next;
  return (
    <OwnList
      title={say("joined.title")}
      count={(total) => say("joined.count", { count: total - gone.size })}
      list={isEmpty ? { ...list, rows: [] } : list}
      retry={retry}
      loadMore={loadMore}
      empty={
        <EmptyState title={say("joined.empty")} text={say("joined.empty.text")}>
          <Link to="/upcoming-events" className="btn btn-primary">
            {say("joined.empty.link")}
          </Link>
        </EmptyState>
      }
    >
      {(joins) => (
        <ul className="grid grid-cols-1 gap-5 lg:grid-cols-2">
          {joins
            .filter(({ _id }) => !gone.has(_id))
            .map((join) => (
              <li key={join._id}>
                <JoinCard join={join} onLeave={() => leave(join)} />
              </li>
            ))}
        </ul>
      )}
    </OwnList>
  );
}

function JoinCard({ join, onLeave }: { join: Registration; onLeave: () => void }) {
  const [now] = useState(() => new Date());
  const { timeZone: here } = new Intl.DateTimeFormat().resolvedOptions();
  const { offeredUntil } = join;
  return (
    <article className="sheet card-link relative flex h-full flex-col gap-3 p-5">
      <div className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-3">
        <DayLeaf date={join.eventDate} timeZone={join.timeZone} className="xs:row-span-2" />
        <h2 dir="auto" className="line-clamp-2 text-xl leading-snug break-words">
          {join.eventTitle}
        </h2>
        <EventFacts
          date={join.eventDate}
          end={join.eventEnd}
          timeZone={join.timeZone}
          location={join.eventLocation}
          className="max-xs:col-span-2"
        >
          <Fact icon="users-round">{say("joined.participants", { count: join.participantCount })}</Fact>
          <Fact icon={join.state === "waiting" ? "calendar-search" : "circle-check"}>
            {say(join.state === "waiting" ? "joined.waiting" : "joined.on", {
              date: dateOf(new Date(join.joinedAt), here),
            })}
          </Fact>
          {join.places > 1 && <Fact icon="users-round">{say("joined.with", { count: join.places - 1 })}</Fact>}
        </EventFacts>
      </div>
      <p dir="auto" className="quiet line-clamp-3 break-words">
        {join.description}
      </p>
      {join.status === "cancelled" && (
        <p className="rounded-field bg-base-200 px-4 py-3 font-semibold text-error">{say("joined.cancelled")}</p>
      )}
      {offeredUntil && (
        <p className="rounded-field bg-secondary px-4 py-3 font-semibold text-secondary-content">
          {say("joined.offered", { until: momentOf(new Date(offeredUntil), here) })}
        </p>
      )}
      <div className="mt-auto flex gap-3">
        <Link
          to={eventPath(join.eventId)}
          aria-label={`${say(offeredUntil ? "joined.take" : "joined.view")}: ${join.eventTitle}`}
          className={`btn flex-1 after:absolute after:inset-0 ${offeredUntil ? "btn-primary" : "btn-secondary"}`}
        >
          {say(offeredUntil ? "joined.take" : "joined.view")}
        </Link>
        {!hasBegun(join.eventDate, now) && (
          <button
            type="button"
            aria-label={say(join.state === "waiting" ? "joined.leave_waitlist_of" : "joined.leave_of", {
              title: join.eventTitle,
            })}
            className="btn btn-ghost relative"
            onClick={onLeave}
          >
            {say("joined.leave")}
          </button>
        )}
      </div>
    </article>
  );
}
