import type { Event } from "#domain/events/shapes.ts";
import { marksUntil } from "#domain/gates/rules.ts";
import { spanOf } from "#domain/time-zones/rules.ts";

/** True if an event has a gate now or will have one. */
export const isGateShown = (event: Event, now: Date): boolean =>
  event.status === "active" && now <= marksUntil(spanOf(event));
