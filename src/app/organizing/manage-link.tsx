import type { Event } from "#domain/events/shapes.ts";
import { say } from "#messages/events.ts";

import { Link } from "../addresses.ts";
import { useSession } from "../session/session.tsx";

/** On an event's page, its organizer's way to the participants. */
export function ManageLink({ event }: { event: Event }) {
  const session = useSession();
  if (session.status !== "member" || session.user.email !== event.email) return null;
  return (
    <Link to={`/manage-events/${event._id}`} className="btn btn-secondary">
      {say("event.manage")}
    </Link>
  );
}
