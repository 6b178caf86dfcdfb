import { useCallback } from "react";

import { spotsForNewcomer, spotsOf } from "#domain/events/rules.ts";
import type { EventToCome } from "#domain/events/shapes.ts";
import type { OwnRegistration } from "#domain/registrations/shapes.ts";
import { say } from "#messages/say.ts";

import { ask } from "../session/ask.ts";
import { useSession } from "../session/session.tsx";
import { useAnswer } from "../session/use-answer.ts";
import { EventRow } from "./event-row.tsx";
import { SpotsLeft } from "./spots-left.tsx";

/** Another event, with its distance in words if it is known and short. */
export type Other = Omit<EventToCome, "point" | "isExact"> & { away?: string | null };

/** `alike` is true if the events are all of one type. */
export type Others = { events: Other[]; alike: boolean };

type ComingUpProps = Others & {
  /** True if the list takes the page's full width. */
  wide?: boolean;
  /** True if the list stands beside an event that can be joined; then it has nearby events. */
  isNearby?: boolean;
};

/** Other events to go to, for readers of a page where nothing can be joined anymore or who have read it to its end. */
export default function ComingUp({ events, alike, wide = false, isNearby = false }: ComingUpProps) {
  const states = useOwnStates(isNearby ? [] : events);
  const title = isNearby
    ? alike
      ? "event.nearby.like"
      : "event.nearby"
    : alike
      ? "event.over.like"
      : "event.over.coming";
  return (
    <section aria-labelledby="coming-up" className={`${isNearby ? "nearby" : "coming-up"} print:hidden`}>
      <h2 id="coming-up" className={isNearby ? "text-part" : "text-small"}>
        {say(title)}
      </h2>
      <ul className={`mt-2 grid gap-2 ${wide ? "lg:grid-cols-3" : ""}`}>
        {events.map((event, index) => (
          <li key={event._id}>
            <EventRow event={event} last={<Last event={event} state={states[index] ?? null} />} />
          </li>
        ))}
      </ul>
    </section>
  );
}

type State = OwnRegistration["state"];

/** The member's own state at each of these events; empty for visitors and until the answer is there. */
function useOwnStates(events: readonly Other[]): readonly State[] {
  const session = useSession();
  const member = session.status === "member" && session.user.id;
  const ids = member ? events.map(({ _id }) => _id).join(" ") : "";
  const states = useCallback(async () => {
    const own = ids.split(" ").filter(Boolean);
    const all = own.map((id) => ask((api) => api["already-joined"][":id"].$get({ param: { id } })));
    return (await Promise.all(all)).map(({ state }) => state);
  }, [ids]);
  const { asked } = useAnswer(states, member);
  return asked.status === "there" ? asked.answer : [];
}

/** The distance, if it is known and short, and what is left, or the member's own state. */
const Last = ({ event, state }: { event: Other; state: State }) => (
  <>
    {event.away && <span className="whitespace-nowrap">{event.away} ·</span>}
    {state ? (
      <p className="font-bold text-accent">{say(`event.over.${state}`)}</p>
    ) : (
      <SpotsLeft event={{ isUnderWay: false, left: spotsForNewcomer(spotsOf(event)) }} />
    )}
  </>
);
