import { areFarFrom, isOfDays } from "#domain/outcomes/rules.ts";
import type { Outcome, OutcomePerson } from "#domain/outcomes/shapes.ts";
import { spanOf } from "#domain/time-zones/rules.ts";
import type { Said } from "./said.ts";

/** Hours that may be a slip: `minutes` is how long the gate saw the person, or how long the event lasted. */
export type Doubt = { by: "gate" | "event"; hours: number; minutes: number };

const minute = 60_000;

/**
 * The time for which the gate saw a person, in minutes, from their check-in to the end. Null if it did not see them, or
 * if the event lasts several days.
 */
function seenFor({ event }: Outcome, { here }: OutcomePerson): number | null {
  const span = spanOf(event);
  if (here === null || isOfDays(span)) return null;
  const from = Math.max(Date.parse(here), span.begin.getTime());
  return Math.max(1, Math.round((span.end.getTime() - from) / minute));
}

/**
 * Compares a person's hours with what the gate saw, or with the event's times if it saw nothing; null unless they are
 * far apart.
 */
export function doubtAbout(outcome: Outcome, person: OutcomePerson, hours: number): Doubt | null {
  return doubtIn(outcome, seenFor(outcome, person), hours);
}

/**
 * The same for the hours of all people who came and have no hours of their own. If the gate saw each of them, the
 * longest time counts; otherwise the event's times do.
 */
export function doubtAboutAll(
  outcome: Outcome,
  came: readonly OutcomePerson[],
  { hours, hoursOf }: Said,
): Doubt | null {
  const seen = came.filter(({ _id }) => hoursOf[_id] === undefined).map((person) => seenFor(outcome, person));
  const longest = seen.reduce<number | null>(
    (most, one) => (most === null || one === null ? null : Math.max(most, one)),
    seen.length > 0 ? 0 : null,
  );
  return doubtIn(outcome, longest, hours);
}

function doubtIn({ timesHours }: Outcome, seen: number | null, hours: number): Doubt | null {
  const minutes = seen ?? timesHours * 60;
  return areFarFrom(minutes / 60, hours) ? { by: seen === null ? "event" : "gate", hours, minutes } : null;
}
