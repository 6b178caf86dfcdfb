import { sql } from "kysely";
import type { Context } from "../context.ts";
import { locate } from "./area.ts";
import { type Asked, conditions } from "./filtering.ts";
import { daysAfter, type EventType, stripDays } from "./rules.ts";
import { EventType as OneOfTheTypes } from "./shapes.ts";

/** A day with events: their number, and the types of the first three. */
export type DayWithEvents = { day: string; count: number; types: EventType[] };

/** The number of events drawn for a day; more would add nothing. */
const typesMax = 3;

/**
 * Returns the days from yesterday on (by UTC) with upcoming events that match a filter, whatever days the filter asks
 * for. An event counts on each day that it lasts. The range has a day more at both ends than the strip, since other
 * zones have another date. It is one query, which reads no event outside these days, and only an index if there is no
 * search text: a city has thousands.
 */
export async function listDays(ctx: Pick<Context, "db" | "now">, asked: Asked): Promise<DayWithEvents[]> {
  const from = daysAfter(ctx.now.toISOString().slice(0, 10), -1);
  const days = Array.from({ length: stripDays + 2 }, (_, index) => daysAfter(from, index));
  const filter = { ...(await locate(ctx, asked)), when: "upcoming", from, to: daysAfter(from, stripDays + 1) } as const;
  const groups = await ctx.db
    .selectFrom("events")
    .where((eb) => eb.and(conditions(eb, filter, ctx.now)))
    .groupBy(["first_day", "last_day", "event_type"])
    .orderBy("first_day")
    .orderBy("last_day")
    .orderBy("event_type")
    .select(["first_day", "last_day", "event_type as type", (eb) => eb.fn.countAll<number>().as("count")])
    .select(sql<Date[]>`(array_agg(event_date order by event_date))[1:${sql.lit(typesMax)}]`.as("begins"))
    .execute();
  return days.flatMap((day) => {
    const on = groups.filter(({ first_day, last_day }) => first_day <= day && day <= last_day);
    const count = on.reduce((sum, group) => sum + group.count, 0);
    return count === 0 ? [] : [{ day, count, types: typesOf(on) }];
  });
}

type Group = { type: string; begins: Date[] };

/** Returns the types of the first events of each group, given the first event of each. */
const typesOf = (groups: readonly Group[]): EventType[] =>
  groups
    .flatMap(({ type, begins }) => begins.map((begin) => ({ type, begin: begin.getTime() })))
    .toSorted((a, b) => a.begin - b.begin)
    .slice(0, typesMax)
    .map(({ type }) => OneOfTheTypes.parse(type));
