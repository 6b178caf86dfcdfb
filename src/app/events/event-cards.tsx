import { EventCard } from "./event-card.tsx";
import type { EventOnCard } from "./on-card.ts";

/** Event cards in a list that is not grouped by day. */
export const EventCards = ({ events, className = "" }: { events: EventOnCard[]; className?: string }) => (
  <ul className={`cards gap-2 sm:gap-4 ${className}`}>
    {events.map((event) => (
      <li key={event._id} className="card-place">
        <EventCard event={event} heading="h3" />
      </li>
    ))}
  </ul>
);
