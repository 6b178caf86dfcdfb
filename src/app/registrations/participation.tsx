import { type ReactNode, lazy, Suspense } from "react";

import type { Event } from "#domain/events/shapes.ts";
import type { OwnRegistration } from "#domain/registrations/shapes.ts";

import { ParticipantsCard, type Stage } from "../events/participants-card.tsx";
import { rescueFocus } from "../ui/focus.ts";
import { JoinButton } from "./join-button.tsx";
import { nextAction } from "./next-action.ts";
import { useOwnRegistration } from "./use-own-registration.ts";

// Loaded on demand, because few visits need it, and none at the start.
const loadSheet = () => import("./join-sheet.tsx");
const JoinSheet = lazy(loadSheet);

/** The reader's registration at an event, for the parts of its page. */
export const useParticipation = (event: Event) => useOwnRegistration(event, loadSheet);

type ParticipationProps = {
  event: Event;
  stage: Stage;
  own: ReturnType<typeof useParticipation>;
  /** The organizer's own buttons, which come first for them; null for other readers. */
  manage: ReactNode;
  /** The faces of participants, for an event that is over. */
  faces: ReactNode;
};

/** The number of participants, the reader's own registration, and the join button. */
export function Participation({ event, stage, own, manage, faces }: ParticipationProps) {
  const { registration } = own;
  const party = registration ? registration.guests.length + 1 : 0;

  /** After a change, shows the given registration; after a refused one, fetches it. */
  const changed = async (now?: OwnRegistration) => {
    await (now ? own.update(now) : own.refresh());
    rescueFocus(document.querySelector<HTMLElement>(nextAction));
  };
  return (
    <ParticipantsCard
      event={event}
      stage={stage}
      own={registration?.state === "joined" ? party : 0}
      // Spots on offer are held already, so they do not count as waiting.
      waits={registration?.state === "waiting" ? party - (registration.offer?.until ? registration.offer.spots : 0) : 0}
      faces={faces}
    >
      <JoinButton event={event} stage={stage} own={own} manage={manage} onChanged={changed} />
      {own.asking && (
        <Suspense>
          <JoinSheet event={event} party={own.asking} own={own} />
        </Suspense>
      )}
    </ParticipantsCard>
  );
}
