import { type ReactNode, useState } from "react";

import { noLimit, remainingSpots, type Spots, spotsOf, timeOf, whyFull } from "#domain/events/rules.ts";
import type { Event } from "#domain/events/shapes.ts";
import { say } from "#messages/say.ts";

import { SpokenChange } from "../ui/spoken-change.tsx";
import { LeafBranch } from "./leaf-branch.tsx";

import "./participants-card.css";

/** An event's stage: still to come, under way, or closed because it is over or canceled. */
export type Stage = "open" | "under_way" | "closed";

type ParticipantsCardProps = {
  event: Event;
  stage: Stage;
  /** The number of spots that are the reader's and their guests'. */
  own: number;
  /** The number of people in the reader's party, if it is on the waitlist without an offer. */
  waits: number;
  /** The faces of participants, shown in place of the spots when the event is over. */
  faces: ReactNode;
  children: ReactNode;
};

/**
 * The participants card of specification 2 'Event Details': how many people have joined and how many spots are left. It
 * shows the event's capacity instead of the specified fixed 100, and the maximum in the organizer's words. Spots left
 * appear while the event can be joined; spots offered to the waitlist are neither taken nor left. The join button
 * stands below.
 */
export function ParticipantsCard({ event, stage, own, waits, faces, children }: ParticipantsCardProps) {
  const { maxParticipant } = event;
  const spots = spotsOf(event);
  const { taken, capacity, held } = spots;
  const remaining = remainingSpots(spots);
  const [first] = useState(taken);
  const closed = stage === "closed";
  return (
    <section
      aria-labelledby="participants"
      className="participants print:hidden max-sm:order-2 max-sm:mt-2 sm:px-6 sm:pt-4.5 sm:pb-4"
    >
      <div className="flex items-baseline justify-between gap-3">
        <h2 id="participants" className="text-small">
          {say("event.participants")}
        </h2>
        {/* The number of a past event does not get the accent color. */}
        <p
          key={taken}
          className={`text-small font-display font-bold tabular-nums ${closed ? "" : "text-accent"} ${taken === first ? "" : "ticks"}`}
        >
          {closed
            ? say("event.had_joined", { count: taken })
            : capacity === null
              ? say("card.joined", { count: taken })
              : say("card.joined_of", { count: taken, max: capacity })}
        </p>
      </div>
      {closed ? (
        faces
      ) : (
        <>
          {capacity !== null && (
            <div
              role="progressbar"
              aria-labelledby="participants"
              aria-valuemin={0}
              aria-valuenow={Math.min(taken, capacity)}
              aria-valuemax={capacity}
            >
              <LeafBranch capacity={capacity} taken={taken} own={own} held={held} />
            </div>
          )}
          <p className="flex flex-wrap justify-between gap-x-4">
            {/* Without a limit, the maximum beside it says so. */}
            <span className="font-semibold empty:hidden">{leftIn(spots)}</span>
            <span dir="auto" className="quiet min-w-0 break-words">
              {say("event.maximum", { max: maxParticipant || (capacity ?? noLimit) })}
            </span>
          </p>
          {stage === "under_way" && (
            <p>{say("event.page.until", { end: timeOf(new Date(event.eventEnd), event.timeZone) })}</p>
          )}
          <Queue spots={spots} waits={waits} />
          <SpokenChange key={event._id} text={say("event.now", { taken, left: remaining ?? noLimit })} />
        </>
      )}
      {children}
    </section>
  );
}

function leftIn(spots: Spots): string | null {
  const { taken, held } = spots;
  const left = remainingSpots(spots);
  if (left === 0) return held > 0 ? say("event.full.offered", { taken, held }) : say("event.full.taken");
  return left === null ? null : say("event.remaining", { count: left });
}

/** The waitlist without the reader, and the spots held for it. Each person and each spot is counted once. */
function Queue({ spots, waits }: { spots: Spots; waits: number }) {
  const { held } = spots;
  const full = whyFull(spots);
  const others = spots.waitlisted - held - waits;
  const sentences = [
    held > 0 && full !== "offered" && say("event.held", { count: held }),
    full === "kept" && say("event.full.kept"),
    full && others > 0 && say("event.waitlist", { count: others }),
  ].filter(Boolean);
  return sentences.length > 0 && <p className="quiet">{sentences.join(" ")}</p>;
}
