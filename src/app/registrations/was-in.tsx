import { useCallback } from "react";
import { createPortal } from "react-dom";

import type { OwnRegistration } from "#domain/registrations/shapes.ts";
import { say } from "#messages/say.ts";

import { Link } from "../addresses.ts";
import { ownHoursPlace } from "../events/own-hours-place.ts";
import { ask } from "../session/ask.ts";
import { useAnswer } from "../session/use-answer.ts";
import { StandingMark } from "./standing-mark.tsx";

type WasInProps = {
  eventId: string;
  registration: OwnRegistration;
  /** True if it is the reader's own event, where the mark would add nothing. */
  isOwn: boolean;
};

const link = "inline-flex min-h-11 items-center font-semibold underline decoration-1 underline-offset-4";

/**
 * A member's part in a past event: their hours and what was done, once reported, or else that they had joined. Also for
 * people who left the list early or came without being on it.
 */
export default function WasIn({ eventId, registration, isOwn }: WasInProps) {
  const { asked } = useAnswer(
    useCallback(() => ask((api) => api.events[":id"]["own-hours"].$get({ param: { id: eventId } })), [eventId]),
  );
  const joined = registration.state === "joined";
  const hours = asked.status === "there" ? asked.answer.hours : null;
  if (asked.status === "loading" || (!joined && hours === null)) return null;
  const place = hours !== null && document.getElementById(ownHoursPlace);
  const line = (
    <div className="standing">
      {!isOwn && <StandingMark icon={false} />}
      <div className="standing-words">
        <strong>{hours === null ? say("registration.was_in") : say("registration.came", { count: hours })}</strong>
      </div>
    </div>
  );
  return (
    <>
      {place ? createPortal(line, place) : <div className="mt-3">{line}</div>}
      <p className="flex flex-wrap gap-x-5">
        {joined && (
          <Link to="/joined-events" className={link}>
            {say("event.see_joined")}
          </Link>
        )}
        {hours !== null && (
          <Link to="/account/record" className={link}>
            {say("registration.record")}
          </Link>
        )}
      </p>
    </>
  );
}
