import type { Registration } from "#domain/registrations/shapes.ts";
import { hasBegun, hasEnded, spanOf } from "#domain/time-zones/rules.ts";

import { isOffered, type Offered } from "./held-until.ts";

/** A member's registrations, in the parts of their page. */
export type JoinedParts = {
  offered: Offered[];
  /** The next event, or the one under way. */
  next: Registration | undefined;
  isUnderWay: boolean;
  /** Other events under way at the same time. */
  beside: Registration[];
  later: Registration[];
  past: Registration[];
};

/**
 * Splits registrations into offers (which come first, because others wait for the answer), the current or next event,
 * later ones, and past ones. Each part keeps the server's order.
 */
export function joinedParts(joins: readonly Registration[], now: Date): JoinedParts {
  const isPast = (join: Registration) => hasEnded(spanOf(join), now);
  const isNow = (join: Registration) => hasBegun(spanOf(join), now);
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
