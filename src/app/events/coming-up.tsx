import { useCallback } from "react";

import { eventPath, isFull, spotsForNewcomer, spotsOf } from "#domain/events/rules.ts";
import type { EventToCome } from "#domain/events/shapes.ts";
import type { OwnRegistration } from "#domain/registrations/shapes.ts";
import { spanOf } from "#domain/time-zones/rules.ts";
import { say } from "#messages/say.ts";

import { Link } from "../addresses.ts";
import { ask } from "../session/ask.ts";
import { useSession } from "../session/session.tsx";
import { useAnswer } from "../session/use-answer.ts";
import { EventPicture } from "./event-picture.tsx";
import { EventTime } from "./event-time.tsx";

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
    <section aria-labelledby="coming-up" className={`${isNearby ? "" : "coming-up"} print:hidden`}>
      <h2 id="coming-up" className={isNearby ? "text-part" : "text-xl"}>
        {say(title)}
      </h2>
      <ul className={`mt-2 grid gap-3 ${wide ? "lg:grid-cols-3" : ""}`}>
        {events.map((event, index) => (
          <li
            key={event._id}
            className="relative flex items-start gap-3 rounded-box border border-base-300 bg-base-100/70 p-2"
          >
            <OtherEvent event={event} state={states[index] ?? null} />
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

/** Another event, in a row. */
const OtherEvent = ({ event, state }: { event: Other; state: State }) => (
  <>
    <EventPicture
      type={event.eventType}
      url={event.thumbnailUrl}
      className="h-16.5 w-22 shrink-0 rounded-lg sm:h-21 sm:w-28"
    />
    <div className="min-w-0">
      <h3 dir="auto" className="line-clamp-2 text-lg leading-tight break-words">
        <Link to={eventPath(event._id)} prefetch="intent" className="after:absolute after:inset-0">
          {event.title}
        </Link>
      </h3>
      <p className="quiet text-[0.9375rem] leading-snug">
        <When event={event} />
        <span dir="auto" className="line-clamp-2 break-words">
          {event.location}
        </span>
      </p>
      <p className={`text-[0.9375rem] font-semibold ${isFull(spotsOf(event)) && !state ? "quiet" : "text-primary"}`}>
        {[event.away, state ? say(`event.over.${state}`) : leftOf(event)].filter(Boolean).join(" · ")}
      </p>
    </div>
  </>
);

/**
 * Day and time, on one line with a dot between them or on two lines. On two lines, the dot begins the second one, where
 * it is hidden.
 */
function When({ event }: { event: Other }) {
  const span = spanOf(event);
  return (
    <span className="flex flex-wrap gap-x-4 overflow-x-clip">
      <EventTime span={span} only="date" />{" "}
      <EventTime span={span} only="time" className="relative before:absolute before:-left-2.5 before:content-['·']" />
    </span>
  );
}

function leftOf(event: Other): string | null {
  const left = spotsForNewcomer(spotsOf(event));
  if (left === 0) return say("event.over.full");
  return left === null ? null : say("event.over.left", { count: left });
}
