import type { Event } from "#domain/events/shapes.ts";
import { marksUntil } from "#domain/gates/rules.ts";

/** True if an event has a gate now or will have one. */
export const isGateShown = ({ status, eventEnd }: Event, now: Date): boolean =>
  status === "active" && now <= marksUntil(new Date(eventEnd));
