import type { Event } from "#domain/events/shapes.ts";
import { say } from "#messages/events-page.ts";

import { Link } from "../addresses.ts";

/** On their own event's page, an organizer's way to the participants: what they come for most. */
export const ManageLink = ({ event }: { event: Event }) => (
  <Link to={`/manage-events/${event._id}`} className="btn btn-primary btn-lg">
    {say("event.manage")}
  </Link>
);
