import { EventCard } from "./event-card.tsx";
import type { EventOnCard } from "./on-card.ts";

/** Events in an order that is none of days. */
export const EventCards = ({ events, className = "" }: { events: EventOnCard[]; className?: string }) => (
  <ul className={`cards ${className}`}>
    {events.map((event) => (
      <li key={event._id} className="card-place">
        <EventCard event={event} heading="h3" />
      </li>
    ))}
  </ul>
);
