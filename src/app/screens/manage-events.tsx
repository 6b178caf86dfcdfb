import { lazy, Suspense, useCallback, useState } from "react";
import { useOutletContext } from "react-router";

import { hasEnded } from "#domain/events/rules.ts";
import type { Event } from "#domain/events/shapes.ts";
import { say } from "#messages/organizing.ts";

import { Link } from "../addresses.ts";
import type { Route } from "./+types/manage-events";
import { pageMeta } from "../page-meta.ts";
import { isUpcoming, ManagedCard } from "../organizing/managed-card.tsx";
import { OwnList } from "../session/own-list.tsx";
import { askPage } from "../session/ask.ts";
import type { SessionUser } from "../session/auth-client.ts";
import { useList } from "../session/use-list.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { Icon } from "../ui/icon.tsx";

// Most visits need none of these.
const EditEvent = lazy(() => import("../organizing/edit-event.tsx"));
const TransferEvent = lazy(() => import("../organizing/transfer-event.tsx"));
const DeleteEvent = lazy(() => import("../organizing/delete-event.tsx"));
const CancelEvent = lazy(() => import("../organizing/cancel-event.tsx"));

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ matches, path: "/manage-events", title: say("manage.title"), forMembers: true });

/** Specification 2 'Manage Events': the member's own events, to view, edit and delete. */
export default function ManageEvents() {
  const member = useOutletContext<SessionUser>();
  const { email } = member;
  const [editing, setEditing] = useState<Event | null>(null);
  const [handing, setHanding] = useState<Event | null>(null);
  const [deleting, setDeleting] = useState<Event | null>(null);
  const [cancelling, setCancelling] = useState<Event | null>(null);
  const { list, retry, loadMore, edit } = useList(
    useCallback(
      (cursor?: string) => askPage((api) => api.myEvents.$get({ query: { email, ...(cursor && { cursor }) } })),
      [email],
    ),
  );

  /** Specification 4 'Edit modal': what was changed on the server is changed in the list here. */
  const put = (changed: Event) =>
    edit((now) => ({ ...now, rows: now.rows.map((event) => (event._id === changed._id ? changed : event)) }));
  const drop = (gone: Event) =>
    edit((now) => ({ ...now, total: now.total - 1, rows: now.rows.filter(({ _id }) => _id !== gone._id) }));

  const cancelInstead = (event: Event) => {
    setDeleting(null);
    setCancelling(event);
  };

  return (
    <>
      <OwnList
        title={say("manage.title")}
        count={(total) => say("manage.count", { count: total })}
        list={list}
        retry={retry}
        loadMore={loadMore}
        action={
          <Link to="/create-event" className="btn btn-primary flex-none">
            <Icon name="plus" className="size-5" />
            {say("manage.new")}
          </Link>
        }
        empty={
          <EmptyState title={say("manage.empty")} text={say("manage.empty.text")}>
            <Link to="/create-event" className="btn btn-primary">
              {say("manage.empty.link")}
            </Link>
          </EmptyState>
        }
      >
        {(events) => (
          <>
            {partsOf(events).map(({ title, rows }) => (
              <section key={title} className="flex flex-col gap-2.5">
                <h2 className="text-part">{title}</h2>
                <ul className="flex flex-col gap-2.5">
                  {rows.map((event) => (
                    <li key={event._id}>
                      <ManagedCard
                        event={event}
                        member={member}
                        onPublished={put}
                        onEdit={() => setEditing(event)}
                        onHandOver={() => setHanding(event)}
                        onDelete={() => setDeleting(event)}
                      />
                    </li>
                  ))}
                </ul>
              </section>
            ))}
          </>
        )}
      </OwnList>
      <Suspense>
        {editing && <EditEvent event={editing} email={email} onChanged={put} onClose={() => setEditing(null)} />}
        {handing && <TransferEvent event={handing} onClose={() => setHanding(null)} />}
        {deleting && (
          <DeleteEvent
            event={deleting}
            email={email}
            onDeleted={drop}
            onCancel={canBeCancelled(deleting) ? () => cancelInstead(deleting) : null}
            onClose={() => setDeleting(null)}
          />
        )}
        {cancelling && <CancelEvent event={cancelling} onCancelled={put} onClose={() => setCancelling(null)} />}
      </Suspense>
    </>
  );
}

const canBeCancelled = ({ status, eventEnd }: Event) => status === "active" && !hasEnded(eventEnd, new Date());

/** What is to come or under way, soonest first; then what is over or canceled, latest first. */
function partsOf(events: Event[]) {
  const now = new Date();
  const soonest = events.toSorted((one, other) => one.eventDate.localeCompare(other.eventDate));
  return [
    { title: say("manage.upcoming"), rows: soonest.filter((event) => isUpcoming(event, now)) },
    { title: say("manage.past"), rows: soonest.filter((event) => !isUpcoming(event, now)).toReversed() },
  ].filter(({ rows }) => rows.length > 0);
}
