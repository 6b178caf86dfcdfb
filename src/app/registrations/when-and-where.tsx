import type { Span } from "#domain/time-zones/rules.ts";

import { EventTime } from "../events/event-time.tsx";
import { Leaf } from "../events/leaf.tsx";
import { Icon } from "../ui/icon.tsx";

import "./next-up.css";

/** An event's time and location, large, each beside its leaf. */
export function WhenAndWhere({ span, location }: { span: Span; location: string }) {
  return (
    <div className="next-facts">
      <Leaf moment={span.begin} timeZone={span.zone} />
      <p>
        <EventTime span={span} only="date" className="strong block" />
        <EventTime span={span} only="time" className="block" />
      </p>
      <div aria-hidden className="leaf">
        <Icon name="map-pin" className="size-5 text-accent" />
      </div>
      <p dir="auto" className="line-clamp-2">
        {location}
      </p>
    </div>
  );
}
