import { useCallback, useState } from "react";
import { useOutletContext } from "react-router";

import { hasEnded } from "#domain/events/rules.ts";
import type { Event } from "#domain/events/shapes.ts";
import { say } from "#messages/organizing.ts";

import { Link } from "../addresses.ts";
import type { Route } from "./+types/manage-events";
import { pageMeta } from "../page-meta.ts";
import { CancelEvent } from "../organizing/cancel-event.tsx";
import { DeleteEvent } from "../organizing/delete-event.tsx";
import { EditEvent } from "../organizing/edit-event.tsx";
import { TransferEvent } from "../organizing/transfer-event.tsx";
import { ManagedCard } from "../organizing/managed-card.tsx";
import { OwnList } from "../session/own-list.tsx";
import { askPage } from "../session/ask.ts";
import type { SessionUser } from "../session/auth-client.ts";
import { useList } from "../session/use-list.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { Icon } from "../ui/icon.tsx";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ matches, path: "/manage-events", title: say("manage.title"), forMembers: true });

/** Specification 2 'Manage Events': the member's own events, to view, edit and delete. */
export default function ManageEvents() {
  const { id: memberId, email } = useOutletContext<SessionUser>();
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
          <Link to="/create-event" className="btn btn-primary">
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
          <ul className="flex flex-col gap-5">
            {events.map((event) => (
              <li key={event._id}>
                <ManagedCard
                  event={event}
                  memberId={memberId}
                  onEdit={() => setEditing(event)}
                  onHandOver={() => setHanding(event)}
                  onDelete={() => setDeleting(event)}
                />
              </li>
            ))}
          </ul>
        )}
      </OwnList>
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
    </>
  );
}

const canBeCancelled = ({ status, eventEnd }: Event) => status !== "cancelled" && !hasEnded(eventEnd, new Date());
