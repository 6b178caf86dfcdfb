import { hasBegun, hasEnded } from "#domain/events/rules.ts";
import type { Registration } from "#domain/registrations/shapes.ts";

import { isOffered, type Offered } from "./held-until.ts";

/** The events that somebody has joined, as their page shows them. */
export type JoinedParts = {
  offered: Offered[];
  /** What comes next, or is under way. */
  next: Registration | undefined;
  isUnderWay: boolean;
  /** What else is under way at the same time. */
  beside: Registration[];
  later: Registration[];
  past: Registration[];
};

/**
 * What one is asked, as others wait for the answer; then what is under way or comes next, what comes later, and what is over: in the
 * order in which the server lists them.
 */
export function joinedParts(joins: readonly Registration[], now: Date): JoinedParts {
  const isPast = ({ eventEnd }: Registration) => hasEnded(eventEnd, now);
  const isNow = ({ eventDate }: Registration) => hasBegun(eventDate, now);
  const next = joins.find((join) => !isPast(join) && join.state === "joined" && join.status === "active");
  const isUnderWay = next !== undefined && isNow(next);
  const others = joins.filter((join) => join !== next && !isPast(join) && !isOffered(join));
  const beside = isUnderWay ? others.filter(isNow) : [];
  return {
    offered: joins.filter(isOffered),
    next,
    isUnderWay,
    beside,
    later: others.filter((join) => !beside.includes(join)),
    past: joins.filter(isPast),
  };
}
