import type { Context } from "../context.ts";
import { conditions, type Wanted } from "./filtering.ts";
import { similarCount, similarWithin } from "./rules.ts";
import { toEvent, withOrganizer } from "./rows.ts";
import type { Event } from "./shapes.ts";

/**
 * Where else somebody can go who looks at an event: three that have not begun, of its own type first, and of these the soonest. Around it,
 * as far as it has a point; for an event that can no longer be joined (`isOver`) they are looked for everywhere where that is not enough.
 */
export async function listSimilar(ctx: Context, { _id, eventType, point }: Event, isOver: boolean): Promise<Event[]> {
  const area = point && { name: "", point, within: similarWithin };
  const found: Event[] = [];
  const places: Wanted[] = [...(area ? [{ area }] : []), ...(isOver ? [{}] : [])];
  for (const wanted of places.flatMap((place): Wanted[] => [{ ...place, category: [eventType] }, place])) {
    if (found.length >= similarCount) break;
    found.push(...(await soonest(ctx, wanted, [_id, ...found.map((event) => event._id)])));
  }
  return found.slice(0, similarCount);
}

async function soonest(ctx: Context, wanted: Wanted, without: string[]): Promise<Event[]> {
  const rows = await withOrganizer(ctx.db)
    .where((eb) => eb.and(conditions(eb, wanted, ctx.now)))
    .where("events.event_date", ">", ctx.now)
    .where("events.id", "not in", without)
    .orderBy("events.event_date")
    .orderBy("events.id")
    .limit(similarCount)
    .execute();
  return rows.map(toEvent);
}
