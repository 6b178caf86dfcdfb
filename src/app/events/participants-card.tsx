import type { ReactNode } from "react";

import { noLimit, remainingSpots } from "#domain/events/rules.ts";
import type { Event } from "#domain/events/shapes.ts";
import { say } from "#messages/events.ts";

import { SpokenChange } from "../ui/spoken-change.tsx";

/**
 * How many people have joined and how many spots are left: specification 2 'Event Details', participants card, with the
 * capacity instead of its fixed 100, and the maximum in the organizer's own words. The way to join stands below.
 */
export function ParticipantsCard({ event, children }: { event: Event; children: ReactNode }) {
  const { participant, capacity, maxParticipant } = event;
  const remaining = remainingSpots(event);
  return (
    <section aria-labelledby="participants" className="sheet flex flex-col gap-3 p-5">
      <div className="flex items-baseline justify-between gap-3">
        <h2 id="participants" className="text-xl">
          {say("event.participants")}
        </h2>
        <p className="font-display text-xl font-bold text-accent">
          {capacity === null
            ? say("card.joined", { count: participant })
            : say("card.joined_of", { count: participant, max: capacity })}
        </p>
      </div>
      {capacity !== null && (
        <progress
          className="progress h-2.5 w-full bg-base-300 text-accent"
          value={participant}
          max={capacity}
          aria-labelledby="participants"
        />
      )}
      <p className="flex flex-wrap justify-between gap-x-4">
        {remaining !== null && event.status === "active" && (
          <span className="font-semibold">{say("event.remaining", { count: remaining })}</span>
        )}
        <span dir="auto" className="quiet break-words">
          {say("event.maximum", { max: maxParticipant || (capacity ?? noLimit) })}
        </span>
      </p>
      <SpokenChange key={event._id} text={say("event.now", { taken: participant, left: remaining ?? noLimit })} />
      {children}
    </section>
  );
}
