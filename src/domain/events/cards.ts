import { expressionBuilder, type Kysely, type RawBuilder, sql } from "kysely";
import type { Schema } from "#db/schema.server.ts";
import { type Asked, beginsOf, conditions, hasRoom, type Wanted } from "./filtering.ts";
import type { Event } from "./shapes.ts";

/** True if a list shows each series once, as one card. */
export const isByCard = ({ series = "all" }: Pick<Asked, "series">): boolean => series === "once";

/** The events that match a filter, for `listedIn`: their ids, and what decides which date of a series is shown. */
export const fittingIn = (db: Kysely<Schema>, filter: Wanted, now: Date) =>
  db
    .selectFrom("events")
    .select(["events.id", "events.event_date", "events.series_id", hasRoom().as("has_room")])
    .where((eb) => eb.and(conditions(eb, filter, now)));

/**
 * The condition that a list shows a row of `fitting`, which is an event that matches its filter. A list with each
 * series once shows its next date with room among those that match, or else the next one that matches. The rule does
 * not depend on a cursor, so a series is on exactly one page.
 */
export function isListed(db: Kysely<Schema>, filter: Wanted, now: Date): RawBuilder<boolean> {
  if (!isByCard(filter)) return sql<boolean>`true`;
  const earlier = datesLike(
    db,
    { filter, where: sql<boolean>`(events.event_date, events.id) < (fitting.event_date, fitting.id)` },
    now,
  ).where(sql<boolean>`(not fitting.has_room or ${hasRoom()})`);
  const later = datesLike(
    db,
    { filter, where: sql<boolean>`(events.event_date, events.id) > (fitting.event_date, fitting.id)` },
    now,
  ).where(hasRoom());
  return sql<boolean>`(fitting.series_id is null
    or (not exists (${earlier}) and (fitting.has_room or not exists (${later}))))`;
}

/**
 * The dates that match a filter, in the series of a row of `fitting`. The series' own dates are found first, behind a
 * fence (OFFSET 0): the planner would rather search all events around a place for each of them.
 */
function datesLike(
  db: Kysely<Schema>,
  { filter, where = sql<boolean>`true` }: { filter: Wanted; where?: RawBuilder<boolean> },
  now: Date,
) {
  const { from, to } = beginsOf(filter, now);
  let own = db
    .selectFrom("events")
    .selectAll()
    .where(sql<boolean>`events.series_id = fitting.series_id`)
    .where("events.cancelled_at", "is", null)
    .where("events.is_draft", "=", false)
    .where(where);
  if (from) own = own.where("events.event_date", ">=", from);
  if (to) own = own.where("events.event_date", "<", to);
  return db
    .selectFrom(own.offset(sql.lit(0)).as("events"))
    .select(sql.lit(1).as("one"))
    .where(sql<boolean>`${expressionBuilder<Schema, "events">().and(conditions(expressionBuilder(), filter, now))}`);
}

/** Each series with dates that match a filter, with the one that a list shows (`isListed`). */
export const cardsOfSeries = (db: Kysely<Schema>, filter: Wanted, now: Date) =>
  db
    .selectFrom("series")
    .innerJoinLateral(
      (eb) =>
        fittingIn(eb as never, filter, now)
          .whereRef("events.series_id", "=", "series.id" as never)
          .orderBy(sql`not ${hasRoom()}`)
          .orderBy("events.event_date")
          .orderBy("events.id")
          .limit(1)
          .as("card"),
      (join) => join.onTrue(),
    )
    .select(["card.id", "card.series_id"]);

/** The number of other dates that match, for a row of `fitting`; null for an event that happens once. */
export function otherDates(db: Kysely<Schema>, filter: Wanted, now: Date): RawBuilder<number | null> {
  if (!isByCard(filter)) return sql<null>`null`;
  const all = datesLike(db, { filter }, now)
    .clearSelect()
    .select((eb) => eb.fn.countAll().as("count"));
  return sql<number | null>`case when fitting.series_id is not null then (${all})::int - 1 end`;
}

/** An event of a list, with the number of its series' other dates. */
export const withOtherDates = (event: Event, more: number | null): Event =>
  event.series && more !== null ? { ...event, series: { ...event.series, more } } : event;

/** The columns that count the rows of a table, and the cards of their list. */
export const countsIn = (table: string, filter: Pick<Asked, "series">) => {
  const events = sql<number>`(select count(*)::int from ${sql.table(table)})`;
  if (!isByCard(filter)) return { events, cards: events };
  const cards = sql<number>`(select (count(series_id) + coalesce(sum(events) filter (where series_id is null), 0))::int
    from (select series_id, count(*) as events from ${sql.table(table)} group by series_id) by_series)`;
  return { events, cards };
};
