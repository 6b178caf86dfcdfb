import { hasEnded } from "#domain/events/rules.ts";
import type { Event } from "#domain/events/shapes.ts";

const day = 86_400_000;

/** True if receiving people is the organizer's next task: from a day before an event begins until it ends. */
export const isGateDay = ({ status, eventDate, eventEnd }: Event, now: Date): boolean =>
  status === "active" && now.getTime() >= Date.parse(eventDate) - day && !hasEnded(eventEnd, now);
