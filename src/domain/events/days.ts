import { sql } from "kysely";
import type { Context } from "../context.ts";
import { conditions } from "./filtering.ts";
import { daysAfter, type EventType, stripDays } from "./rules.ts";
import { type EventFilter, EventType as OneOfTheTypes } from "./shapes.ts";

/** A day on which there are events: how many, and the types of the first three. */
export type DayWithEvents = { day: string; count: number; types: EventType[] };

/** How many events of a day are drawn: more would say no more. */
const typesMax = 3;

/**
 * On which of the days from yesterday on (by UTC) there are upcoming events that match a search and a category; an event is
 * on each day that it lasts. With a day more at both ends than the strip shows, since it is another day elsewhere.
 * One query, which reads no event beyond these days.
 */
export async function listDays(
  ctx: Pick<Context, "db" | "now">,
  { search, category }: Pick<EventFilter, "search" | "category">,
): Promise<DayWithEvents[]> {
  const from = daysAfter(ctx.now.toISOString().slice(0, 10), -1);
  const days = Array.from({ length: stripDays + 2 }, (_, index) => daysAfter(from, index));
  const filter = { search, category, when: "upcoming", from, to: daysAfter(from, stripDays + 1) } as const;
  const rows = await ctx.db
    .selectFrom((eb) =>
      eb
        .selectFrom("events")
        .where((events) => events.and(conditions(events, filter, ctx.now)))
        .select(["id", "event_type", "event_date", "first_day", "last_day"])
        .as("found"),
    )
    .innerJoin(sql<{ name: string }>`unnest(${days}::text[])`.as<"day">(sql`day (name)`), (join) =>
      join.onRef("day.name", ">=", "found.first_day").onRef("day.name", "<=", "found.last_day"),
    )
    .groupBy("day.name")
    .orderBy("day.name")
    .select(["day.name as day", (eb) => eb.fn.countAll().as("count")])
    .select(sql<string[]>`(array_agg(event_type order by event_date, id))[1:${sql.lit(typesMax)}]`.as("types"))
    .execute();
  return rows.map(({ day, count, types }) => ({
    day,
    count: Number(count),
    types: types.map((type) => OneOfTheTypes.parse(type)),
  }));
}
