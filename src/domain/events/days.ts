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
 * One query, which reads no event beyond these days, and of an index alone where nothing is searched for: a city has thousands
 * on them.
 */
export async function listDays(
  ctx: Pick<Context, "db" | "now">,
  { search, category }: Pick<EventFilter, "search" | "category">,
): Promise<DayWithEvents[]> {
  const from = daysAfter(ctx.now.toISOString().slice(0, 10), -1);
  const days = Array.from({ length: stripDays + 2 }, (_, index) => daysAfter(from, index));
  const filter = { search, category, when: "upcoming", from, to: daysAfter(from, stripDays + 1) } as const;
  const groups = await ctx.db
    .selectFrom("events")
    .where((eb) => eb.and(conditions(eb, filter, ctx.now)))
    .groupBy(["first_day", "last_day"])
    .orderBy("first_day")
    .select(["first_day", "last_day", (eb) => eb.fn.countAll<number>().as("count")])
    .select([firstOf<string>("event_type").as("types"), firstOf<Date>("event_date").as("begins")])
    .execute();
  return days.flatMap((day) => {
    const on = groups.filter(({ first_day, last_day }) => first_day <= day && day <= last_day);
    const count = on.reduce((sum, group) => sum + group.count, 0);
    return count === 0 ? [] : [{ day, count, types: typesOf(on) }];
  });
}

/** What stands in a column of the first events of a group. */
const firstOf = <Value>(column: "event_type" | "event_date") =>
  sql<Value[]>`(array_agg(${sql.ref(column)} order by event_date, id))[1:${sql.lit(typesMax)}]`;

type Group = { types: string[]; begins: Date[] };

/** The types of the first events of several groups. */
const typesOf = (groups: readonly Group[]): EventType[] =>
  groups
    .flatMap(({ types, begins }) => types.map((type, index) => ({ type, begin: begins[index]?.getTime() ?? 0 })))
    .toSorted((a, b) => a.begin - b.begin)
    .slice(0, typesMax)
    .map(({ type }) => OneOfTheTypes.parse(type));
