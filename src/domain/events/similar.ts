import type { Context } from "../context.ts";
import { conditions } from "./filtering.ts";
import { toEvent, withOrganizer } from "./rows.ts";
import { type EventType, similarCount } from "./rules.ts";
import type { Event } from "./shapes.ts";

/**
 * Where else somebody can go who came to an event that can no longer be joined: three that have not begun, the soonest of its
 * own type, and after these the soonest of others.
 */
export async function listSimilar(ctx: Context, { _id, eventType }: Event): Promise<Event[]> {
  const alike = await soonest(ctx, [eventType], [_id]);
  if (alike.length === similarCount) return alike;
  const others = await soonest(ctx, [], [_id, ...alike.map((event) => event._id)]);
  return [...alike, ...others].slice(0, similarCount);
}

async function soonest(ctx: Context, category: EventType[], without: string[]): Promise<Event[]> {
  const rows = await withOrganizer(ctx.db)
    .where((eb) => eb.and(conditions(eb, { category, when: "upcoming" }, ctx.now)))
    .where("events.event_date", ">", ctx.now)
    .where("events.id", "not in", without)
    .orderBy("events.event_date")
    .orderBy("events.id")
    .limit(similarCount)
    .execute();
  return rows.map(toEvent);
}
