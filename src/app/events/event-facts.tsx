import type { ReactNode } from "react";

import { Icon } from "../ui/icon.tsx";
import type { IconName } from "../ui/icons.ts";
import { EventTime } from "./event-time.tsx";
import type { Span } from "#domain/time-zones/rules.ts";

type EventFactsProps = {
  span: Span;
  location: string;
  children?: ReactNode;
  className?: string;
};

/** The time and location of an event, and further facts, each on its own line. */
export function EventFacts({ span, location, children, className = "" }: EventFactsProps) {
  return (
    <ul className={`flex flex-col gap-1.5 text-[0.9375rem] ${className}`}>
      <Fact icon="calendar-days">
        <EventTime span={span} className="font-semibold" />
      </Fact>
      <Fact icon="map-pin">
        <span dir="auto" className="min-w-0 break-words">
          {location}
        </span>
      </Fact>
      {children}
    </ul>
  );
}

/** A fact about an event, with its icon. */
export function Fact({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <li className="flex min-w-0 gap-2">
      <Icon name={icon} className="quiet mt-[0.2em] size-4" />
      {children}
    </li>
  );
}
