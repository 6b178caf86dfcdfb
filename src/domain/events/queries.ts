import { type Kysely, sql } from "kysely";
import { prepared } from "#db/prepared.ts";
import type { Database, Schema } from "#db/schema.server.ts";
import { type Context, requireSelf } from "../context.ts";
import { decodeCursor, encodeCursor, IdCursor, MomentCursor, paginate, PlaceCursor } from "../cursor.ts";
import { Failure } from "../failure.ts";
import { isOrganizedBy, isOwnedBy, mayOrganize, roleOf } from "../rights/queries.ts";
import { rightFor } from "../rights/rules.ts";
import { isId, type Page, shape } from "../shapes.ts";
import { locate } from "./area.ts";
import { cardsOfSeries, fittingIn, isListed, otherDates, withOtherDates } from "./cards.ts";
import { countEvents } from "./counting.ts";
import { type Asked, type AskedPage, conditions, placeOf } from "./filtering.ts";
import { listAround } from "./listing-around.ts";
import { calendarMax, latestCount, newsMax } from "./rules.ts";
import type { CalendarEntry } from "./feeds.ts";
import { toEntry, toEvent, toNumbers, withOrganizer } from "./rows.ts";
import { type Event, type EventNumbers, MyEvent, type MyEventsFilter } from "./shapes.ts";

/**
 * A page of the events that match a filter: upcoming ones and all soonest first, past ones latest first, or all by
 * distance. Every event is on exactly one page, even if many share a moment, and `total` counts the same events
 * (`countEvents`). Specification 2 'Upcoming Events', 7 `GET /events`.
 * @throws Failure invalid (cursor; near)
 */
export async function listEvents(ctx: Context, asked: AskedPage): Promise<Required<Page<Event>>> {
  const filter = await locate(ctx, asked);
  const { area } = filter;
  if (area) return listAround(ctx, { ...filter, area });
  const after = decodeCursor(MomentCursor, filter.cursor);
  const direction = filter.when === "past" ? "desc" : "asc";
  // Without a search an index alone finds the ids; only the events on the page are read in full.
  let found = fittingIn(ctx.db, filter, ctx.now);
  if (after) found = found.where(beyond(direction, new Date(after[0]), after[1]));
  const page = ctx.db
    .selectFrom(found.as("fitting"))
    .selectAll("fitting")
    .where(isListed(ctx.db, filter, ctx.now))
    .orderBy("fitting.event_date", direction)
    .orderBy("fitting.id", direction)
    .limit(filter.limit + 1);
  const [rows, counted] = await Promise.all([
    withOrganizer(ctx.db)
      .innerJoin(page.as("fitting"), "fitting.id", "events.id")
      .select(otherDates(ctx.db, filter, ctx.now).as("more"))
      .orderBy("events.event_date", direction)
      .orderBy("events.id", direction)
      .execute(),
    countEvents(ctx, filter),
  ]);

  const { shown, next } = paginate(rows, filter.limit, (last) => encodeCursor(last.event_date.toISOString(), last.id));
  return { rows: shown.map((row) => withOtherDates(toEvent(row), row.more)), ...counted, next };
}

/**
 * The six events created last, latest first, among those that have not ended; a series counts as one, created when it
 * was. Specification 2 'Home', latest events.
 */
export async function listLatestEvents({ db, now }: Context): Promise<Event[]> {
  const filter = { series: "once" } as const;
  // Ids sort by the time at which they were made.
  const single = fittingIn(db, filter, now)
    .where("events.series_id", "is", null)
    .select("events.id as made")
    .orderBy("events.id", "desc")
    .limit(latestCount);
  const ofSeries = cardsOfSeries(db, filter, now).select("series.id as made").orderBy("series.id", "desc");
  const latest = db
    .selectFrom(single.as("single"))
    .select(["id", "series_id", "made"])
    .unionAll(db.selectFrom(ofSeries.limit(latestCount).as("of_series")).select(["id", "series_id", "made"]));
  const rows = await withOrganizer(db)
    .innerJoin(latest.as("fitting"), "fitting.id", "events.id")
    .select(otherDates(db, filter, now).as("more"))
    .orderBy("fitting.made", "desc")
    .limit(latestCount)
    .execute();
  return rows.map((row) => withOtherDates(toEvent(row), row.more));
}

/**
 * An event, with its organizer's current details; a draft for its organizer only. Specification 2 'Event Details', 7
 * `GET /view-event/{id}`.
 * @throws Failure not_found, also for an invalid id; under_review
 */
export async function getEvent(ctx: Context, id: string): Promise<Event> {
  const row = await findRow(ctx.db, id);
  if (!row) throw new Failure("not_found");
  const isHidden = row.review === "hidden";
  if ((row.is_draft || isHidden) && !(await mayOrganize(ctx.db, ctx, row, rightFor.getEvent)))
    throw new Failure(isHidden ? "under_review" : "not_found");
  return toEvent(row);
}

/** Returns an event, or null if it was deleted: for work that runs later. */
export async function findEvent(db: Database, id: string): Promise<Event | null> {
  const row = await findRow(db, id);
  return row ? toEvent(row) : null;
}

/** An event as a calendar keeps it, canceled ones too. @throws Failure not_found, also for drafts and invalid ids */
export async function getCalendarEntry(ctx: Context, id: string): Promise<CalendarEntry> {
  const row = await findRow(ctx.db, id);
  if (!row || row.is_draft) throw new Failure("not_found");
  return toEntry(row);
}

/** An event as a calendar keeps it, or null if it is deleted. */
export async function findCalendarEntry(db: Kysely<Schema>, id: string): Promise<CalendarEntry | null> {
  const row = await findRow(db, id);
  return row ? toEntry(row) : null;
}

const rowById = prepared((db) => withOrganizer(db).where("events.id", "=", "id"));
const findRow = async (db: Kysely<Schema>, id: string) => (isId(id) ? (await rowById(db, id))[0] : undefined);

/** The numbers of many events by their ids, without the deleted ones. */
export async function listNumbers(db: Database, ids: readonly string[]): Promise<Map<string, EventNumbers>> {
  const rows = await db
    .selectFrom("events")
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .where("is_draft", "=", false)
    .select([
      "id",
      "taken",
      "waitlisted",
      "held",
      "passed",
      "capacity",
      "max_participant",
      "cancelled_at",
      "is_draft",
      "review",
    ])
    .execute();
  return new Map(rows.map((row) => [row.id, toNumbers(row)]));
}

/**
 * A page of the events that the caller organizes, alone or with others: newest first, or upcoming ones first. `own`
 * counts those that are theirs. Specification 2 'Manage Events', 7 `GET
 * /myEvents`.
 * @throws Failure sign_in_required, not_yours (another's e-mail), invalid (cursor)
 */
export async function listMyEvents(
  ctx: Context,
  filter: MyEventsFilter,
): Promise<Page<MyEvent> & { total: number; own: number }> {
  const member = requireSelf(ctx, filter.email);
  const [{ shown, next }, counted] = await Promise.all([
    filter.order === "upcoming" ? upcomingFirst(ctx, member.id, filter) : newestFirst(ctx, member.id, filter),
    ctx.db
      .selectFrom("events")
      .where(isOrganizedBy(member.id, ctx.now))
      .select((eb) => eb.fn.countAll<number>().as("total"))
      .select((eb) => eb.fn.countAll<number>().filterWhere(isOwnedBy(member.id)).as("own"))
      .executeTakeFirstOrThrow(),
  ]);
  const rows = shown.map((row) => shape(MyEvent, { ...toEvent(row), role: row.role ?? "organizer" }));
  return { rows, ...counted, next };
}

async function newestFirst({ db, now }: Context, memberId: string, { limit, cursor }: MyEventsFilter) {
  const after = decodeCursor(IdCursor, cursor);
  const mine = db.selectFrom("events").where(isOrganizedBy(memberId, now));
  const found = (after ? mine.where("events.id", "<", after[0]) : mine)
    .select("events.id")
    .orderBy("events.id", "desc")
    .limit(limit + 1);
  // Only the events on the page are read in full.
  const rows = await withOrganizer(db)
    .innerJoin(found.as("found"), "found.id", "events.id")
    .select(roleOf(memberId, now).as("role"))
    .orderBy("events.id", "desc")
    .execute();
  return paginate(rows, limit, (last) => encodeCursor(last.id));
}

async function upcomingFirst({ db, now }: Context, memberId: string, { limit, cursor }: MyEventsFilter) {
  const after = decodeCursor(PlaceCursor, cursor);
  const place = placeOf(sql`events.cancelled_at is null and events.event_end >= ${now}::timestamptz`);
  const beyondIt = after && sql<boolean>`(${place}, events.id) > (${after[0]}::bigint, ${after[1]}::uuid)`;
  // The query examines all of the member's events, so it uses only an index; only the events on the page are read in
  // full.
  const mine = db.selectFrom("events").where(isOrganizedBy(memberId, now));
  const found = (beyondIt ? mine.where(beyondIt) : mine)
    .select(["events.id", place.as("place")])
    .orderBy(place)
    .orderBy("events.id")
    .limit(limit + 1);
  const rows = await withOrganizer(db)
    .innerJoin(found.as("found"), "found.id", "events.id")
    .select([sql<string>`found.place::text`.as("place"), roleOf(memberId, now).as("role")])
    .orderBy("found.place")
    .orderBy("events.id")
    .execute();
  return paginate(rows, limit, (last) => encodeCursor(last.place, last.id));
}

/** The soonest thousand events that match a filter, for calendars. */
export async function listCalendarEntries(ctx: Context, asked: Asked) {
  const filter = await locate(ctx, asked);
  const rows = await withOrganizer(ctx.db)
    .where((eb) => eb.and(conditions(eb, filter, ctx.now)))
    .orderBy("events.event_date")
    .orderBy("events.id")
    .limit(calendarMax)
    .execute();
  return rows.map(toEntry);
}

/** The hundred matching events created last, latest first, for readers who follow the news. */
export async function listNews(ctx: Context, asked: Asked) {
  const filter = await locate(ctx, asked);
  const rows = await withOrganizer(ctx.db)
    .select("events.created_at")
    .where((eb) => eb.and(conditions(eb, filter, ctx.now)))
    .orderBy("events.id", "desc")
    .limit(newsMax)
    .execute();
  return rows.map((row) => ({ ...toEntry(row), createdAt: row.created_at }));
}

/** The condition that an event comes after a row, in a list by beginning and then by id. */
const beyond = (direction: "asc" | "desc", begin: Date, id: string) =>
  sql<boolean>`(events.event_date, events.id) ${sql.raw(direction === "asc" ? ">" : "<")}
    (${begin}::timestamptz, ${id}::uuid)`;
