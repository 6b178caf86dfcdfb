import { useState } from "react";

import { momentOf } from "#domain/events/rules.ts";
import type { Event } from "#domain/events/shapes.ts";
import { marksUntil, readableFrom } from "#domain/gates/rules.ts";
import { hasEnded, spanOf } from "#domain/time-zones/rules.ts";
import { say } from "#messages/say.ts";

import { Link } from "../addresses.ts";
import { Icon } from "../ui/icon.tsx";
import { GateButton } from "./gate-button.tsx";
import { isGateDay } from "./gate-day.ts";
import { isGateShown } from "./gate-shown.ts";

/**
 * The ways to open an event's gate: on this phone, on helpers' phones (`onKeys` shows the links for them), and on
 * paper. Renders nothing once the gate has closed.
 */
export function GateCard({ event, onKeys }: { event: Event; onKeys: () => void }) {
  const [now] = useState(() => new Date());
  const span = spanOf(event);
  const isOver = hasEnded(span, now);
  const from = readableFrom(span);
  if (!isGateShown(event, now)) return null;
  return (
    <section aria-labelledby="gate-title" className="sheet flex flex-col gap-4 p-5">
      <div>
        <h2 id="gate-title" className="text-small">
          {say("gate.card.title")}
        </h2>
        <p className="quiet">
          {now < from
            ? say("gate.card.from", { moment: momentOf(from, span.zone) })
            : isOver
              ? say("gate.card.until", { moment: momentOf(marksUntil(span), span.zone) })
              : say("gate.card.text")}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {/* From the day before until the end, the page's head has this button. */}
        {now >= from && !isGateDay(event, now) && <GateButton eventId={event._id} className="btn" />}
        <button type="button" className="btn" onClick={onKeys}>
          <Icon name="smartphone" />
          {say("gate.card.keys")}
        </button>
        <Link to={`/manage-events/${event._id}/print`} className="btn">
          <Icon name="printer" />
          {say("gate.card.print")}
        </Link>
      </div>
    </section>
  );
}
