import type { Event } from "#domain/events/shapes.ts";
import { hasEnded, spanOf } from "#domain/time-zones/rules.ts";

const day = 86_400_000;

/** True if receiving people is the organizer's next task: from a day before an event begins until it ends. */
export function isGateDay(event: Event, now: Date): boolean {
  const span = spanOf(event);
  return event.status === "active" && now.getTime() >= span.begin.getTime() - day && !hasEnded(span, now);
}
