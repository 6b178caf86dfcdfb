import { useEffect } from "react";

import type { Registration } from "#domain/registrations/shapes.ts";
import { say } from "#messages/say.ts";

import { EventRow } from "../events/event-row.tsx";
import { rescueFocus } from "../ui/focus.ts";
import { Icon } from "../ui/icon.tsx";
import { toast } from "../ui/toast.tsx";
import { heldUntil } from "./held-until.ts";
import { eventOf, Last } from "./joined-event.tsx";
import { TakeButton } from "./take-button.tsx";
import { useOffer } from "./use-offer.ts";

type OfferedEventProps = { join: Registration; until: string; onAnswered: () => void };

/** An event with an offer for the member: its end, and the answer. */
export default function OfferedEvent({ join, until, onAnswered }: OfferedEventProps) {
  const { busy, answer } = useOffer(join.eventId, async (now) => {
    if (now?.state === "joined") toast("success", say("joined.taken"));
    onAnswered();
  });
  // After the answer, the part disappears together with the focused button.
  useEffect(() => () => rescueFocus(), []);
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return (
    <div className="joined answer">
      <EventRow
        event={eventOf(join)}
        badges={
          <p className="mb-1 flex gap-1.5 font-semibold text-accent">
            <Icon name="hourglass" className="size-4.5 shrink-0" />
            {say("joined.offered", { until: heldUntil(until, timeZone), count: join.spots })}
          </p>
        }
        last={<Last join={join}>{say("joined.participants", { count: join.participantCount })}</Last>}
      >
        <TakeButton count={join.spots} busy={busy} onPress={() => answer(true)} />
        <button type="button" className="btn btn-ghost" onClick={() => answer(false)}>
          {say("offer.decline")}
        </button>
      </EventRow>
    </div>
  );
}
