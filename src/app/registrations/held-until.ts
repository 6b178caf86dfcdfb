import { dateOf, momentOf, timeOf } from "#domain/events/rules.ts";
import type { Registration } from "#domain/registrations/shapes.ts";
import { inZone } from "#domain/time-zones/rules.ts";
import { say } from "#messages/say.ts";

/** A registration with spots on offer. */
export type Offered = Registration & { offeredUntil: string };
export const isOffered = (join: Registration): join is Offered => join.offeredUntil !== null;

type How = { named?: boolean; short?: boolean; now?: Date };

/**
 * The end of an offer: 'today, 9:32 PM', or with `short` '9:32 PM'; another day has its date. `named` adds the zone.
 */
export function heldUntil(until: string, timeZone: string, how: How = {}): string {
  const { named = false, short = false, now = new Date() } = how;
  const moment = new Date(until);
  if (dateOf(moment, timeZone) !== dateOf(now, timeZone)) return momentOf(moment, timeZone, named);
  const clock = timeOf(moment, timeZone);
  const time = named ? inZone(clock, timeZone, moment) : clock;
  return short ? time : say("held.today", { time });
}
