import { type ReactNode, lazy, Suspense } from "react";

import type { Event } from "#domain/events/shapes.ts";
import type { OwnRegistration } from "#domain/registrations/shapes.ts";

import { ParticipantsCard, type Stage } from "../events/participants-card.tsx";
import { rescueFocus } from "../ui/focus.ts";
import { JoinButton } from "./join-button.tsx";
import { useOwnRegistration } from "./use-own-registration.ts";

// Few visits need it, and none at first.
const loadSheet = () => import("./join-sheet.tsx");
const JoinSheet = lazy(loadSheet);
const OwnGuests = lazy(() => import("./own-guests.tsx"));

type ParticipationProps = {
  event: Event;
  stage: Stage;
  /** The organizer's ways to manage it, which for them comes first; null for everybody else. */
  manage: ReactNode;
  /** Of people who had joined, for an event that is over. */
  faces: ReactNode;
};

/** How many take part in an event, what the reader has there, and the way to join it. */
export function Participation({ event, stage, manage, faces }: ParticipationProps) {
  const own = useOwnRegistration(event, loadSheet);
  const { registration } = own;
  const party = registration ? registration.companions.length + 1 : 0;
  const isOpen = stage !== "closed";

  /** After a change, with what there is now; after a refused one it is asked. */
  const changed = async (now?: OwnRegistration) => {
    await (now ? own.update(now) : own.refresh());
    rescueFocus(
      document.querySelector<HTMLElement>(".join-bar :is(a, button:enabled), .standing-links :is(a, button)"),
    );
  };
  const guests = isOpen && party > 1 && registration && (
    <Suspense>
      <OwnGuests event={event} guests={registration.companions} onChanged={changed} />
    </Suspense>
  );
  return (
    <ParticipantsCard
      event={event}
      stage={stage}
      own={registration?.state === "joined" ? party : 0}
      // Spots that are held for them are held already, and not waited for.
      waits={
        registration?.state === "waiting" ? party - (registration.offer?.until ? registration.offer.places : 0) : 0
      }
      faces={faces}
    >
      <JoinButton event={event} stage={stage} own={own} manage={manage} guests={guests} onChanged={changed} />
      {own.asking && (
        <Suspense>
          <JoinSheet event={event} party={own.asking} own={own} />
        </Suspense>
      )}
    </ParticipantsCard>
  );
}
