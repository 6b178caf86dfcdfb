import { expressionBuilder, type RawBuilder, sql } from "kysely";
import type { Schema } from "#db/schema.server.ts";
import { sphereOf } from "#db/sphere.ts";
import type { Context } from "../context.ts";
import { decodeCursor, DistanceCursor, encodeCursor, MomentCursor, paginate } from "../cursor.ts";
import type { Page } from "../shapes.ts";
import type { Area, Located } from "./area.ts";
import { byHour, isAround, isInBoxAround } from "./around.ts";
import { countEvents } from "./counting.ts";
import { countsIn, isListed, otherDates, withOtherDates } from "./cards.ts";
import { type AskedPage, beginsOf, conditions, hasRoom } from "./filtering.ts";
import { foundMax } from "./rules.ts";
import { toEvent, withOrganizer } from "./rows.ts";
import type { Event } from "./shapes.ts";

type Around = Located<AskedPage> & { area: Area };
/** A part of the time in which events begin. */
type Stretch = { from?: Date; to?: Date };

/**
 * If there are many events, the search for the soonest ones tries these numbers of days in turn, until it has a full
 * page.
 */
const spans = [2, 16, 128];
const day = 86_400_000;
/** The search for the nearest tries these radiuses in kilometers. */
const steps = [2, 10];
/** The number of the soonest events around a place that are read before counting all of them. */
const lookedAt = 1500;
/** The number of events to read at the exact place, for each event of a page. */
const lookedAtThere = 10;
/** In kilometers: events closer together than this count as equally far away. */
const meter = 0.001;

/**
 * A page of the events around a place: soonest or latest first as in any list, or the nearest first by request. Among
 * those equally far away to the meter, such as those without a pin in one town, the soonest is first. Every event is on
 * exactly one page. One query finds them for the page and for the total.
 * @throws Failure invalid (cursor)
 */
export async function listAround(ctx: Context, filter: Around): Promise<Required<Page<Event>>> {
  const isByDistance = filter.order === "distance";
  const first = (await readFew(ctx, filter)) ?? (await readPage(ctx, filter, { most: foundMax + 1 }));
  const isUncounted = (filter.cursor && first.length === 0) || isOfSeries(first);
  const counted = isUncounted ? await countEvents(ctx, filter) : countIn(first);
  // The first query read only some of many events, in no known order, so the page needs a separate query.
  const readFirst = isByDistance ? readNearest : readSoonest;
  const rows = counted.isMore || isOfSeries(first) ? await readFirst(ctx, filter) : first;
  const { shown, next } = paginate(rows, filter.limit, ({ away, event_date, id }) =>
    encodeCursor(...(isByDistance ? [String(away)] : []), event_date.toISOString(), id),
  );
  return { rows: shown.map((row) => withOtherDates(toEvent(row), row.more)), ...counted, next };
}

const countIn = ([first]: { total: number; cards: number }[]) => ({
  total: Math.min(first?.cards ?? 0, foundMax),
  isMore: first !== undefined && first.total > foundMax,
});

/** Tests whether a list has too few cards to tell the total, because a thousand events are dates of some series. */
const isOfSeries = ([first]: { total: number; cards: number }[]) =>
  first !== undefined && first.total > foundMax && first.cards < first.total;

/**
 * A page from the soonest events around a place, if these are all of them, or already more than are counted; otherwise
 * null. Listing all events around a large town takes ten times as long as reading the soonest.
 */
async function readFew(ctx: Context, filter: Around) {
  if (isToCome(filter) || filter.search || filter.inLanguage) return null;
  const rows = await readPage(ctx, filter, { most: foundMax + 1, soonest: lookedAt });
  const [first] = rows;
  return first && (first.total > foundMax || first.looked < lookedAt) ? rows : null;
}

/**
 * Tests whether a filter asks for upcoming events only. These are a tenth of all events, and others that have just
 * ended would be read before them.
 */
const isToCome = ({ when = "upcoming" }: Around) => when === "upcoming";

/** A page of many events; it searches only as many days as needed to fill it. */
async function readSoonest(ctx: Context, filter: Around) {
  const begin = await beginOf(ctx, filter);
  for (const days of spans) {
    const stretch =
      directionOf(filter) === "asc" ? { to: new Date(begin + days * day) } : { from: new Date(begin - days * day) };
    const rows = await readPage(ctx, filter, { stretch });
    if (rows.length > filter.limit) return rows;
  }
  return readPage(ctx, filter);
}

/**
 * A page of many events; it searches only as far away as needed to fill it. The exact place, such as the middle of a
 * town, may have thousands.
 */
async function readNearest(ctx: Context, filter: Around) {
  const { area, limit } = filter;
  const [away = "0"] = decodeCursor(DistanceCursor, filter.cursor) ?? [];
  if (!isToCome(filter) && Number(away) === 0) {
    const rows = await readPage(ctx, filter, { soonest: lookedAtThere * (limit + 1), isThere: true });
    if (rows.length > limit) return rows;
  }
  for (const within of steps.filter((step) => step < area.within && step > Number(away))) {
    const rows = await readPage(ctx, filter, { nearer: within });
    if (rows.length > limit) return rows;
  }
  return readPage(ctx, filter);
}

/** The moment at which the page begins, roughly, in milliseconds. */
async function beginOf({ db, now }: Context, { when, from, to, cursor }: Around): Promise<number> {
  const after = decodeCursor(MomentCursor, cursor);
  if (after) return Date.parse(after[0]);
  if (when === "past") return Math.min(now.getTime(), to ? Date.parse(to) + 2 * day : Infinity);
  if (when !== "all" || from) return Math.max(when === "all" ? 0 : now.getTime(), from ? Date.parse(from) : 0);
  const { first } = await db
    .selectFrom("events")
    .where("cancelled_at", "is", null)
    .where("is_draft", "=", false)
    .select((eb) => eb.fn.min("event_date").as("first"))
    .executeTakeFirstOrThrow();
  return new Date(first ?? now).getTime();
}

/** The part of the events around a place from which a page is read. */
type Part = {
  /** The maximum number of events to find. */
  most?: number;
  /** The number of the soonest events to read. */
  soonest?: number;
  /** The range in which events begin. */
  stretch?: Stretch;
  /** The distance in kilometers within which events are. */
  nearer?: number;
  /** True for events at the exact place only. */
  isThere?: boolean;
};

/**
 * A page with one row more than it shows, with the number of found events and, if only the soonest were read, the
 * number of those.
 */
function readPage(ctx: Context, filter: Around, { most, soonest, stretch, nearer, isThere = false }: Part = {}) {
  const { limit } = filter;
  const area = nearer === undefined ? filter.area : { ...filter.area, within: nearer };
  const direction = directionOf(filter);
  const away = filter.order === "distance" ? awayFrom(area) : sql<number>`0::double precision`;
  const begins = isThere ? beginsAfterCursor(filter, ctx.now) : beginsOf(filter, ctx.now);
  const inBox = isInBoxAround(area.point, isThere ? meter : area.within, begins);
  const eb = expressionBuilder<Schema, "events">();
  const meant = [
    ...conditions(eb, { ...filter, area }, ctx.now),
    ...(stretch ? [isAround(area.point, area.within, stretch)] : []),
    ...(nearer === undefined ? [] : [sql<boolean>`${away} < ${nearer}`]),
    // Events that begin at the same time as the last one may be incomplete, so they are left out.
    ...(isThere ? [sql<boolean>`${away} = 0 and event_date < (select max(event_date) from looked)`] : []),
  ];
  const found = ctx.db
    // The database skips this part if nothing uses it.
    .with("looked", (cte) =>
      cte
        .selectFrom("events")
        .selectAll()
        .where(inBox)
        .where("cancelled_at", "is", null)
        .where("is_draft", "=", false)
        .orderBy(byHour)
        .limit(soonest ?? 0),
    )
    .with(
      (cte) => cte("found").materialized(),
      (cte) => {
        const all = soonest === undefined ? cte.selectFrom("events") : cte.selectFrom("looked as events");
        const matching = all
          .where(eb.and(meant))
          .select(["events.id", "events.event_date", "events.series_id", hasRoom().as("has_room"), away.as("away")]);
        return most === undefined ? matching : matching.limit(most);
      },
    );
  const beyond = beyondCursor(filter);
  const counts = countsIn("found", filter);
  let page = found
    .selectFrom("found as fitting")
    .select(["id", "series_id", "away", counts.events.as("total"), counts.cards.as("cards")])
    .where(isListed(ctx.db, filter, ctx.now))
    .select(sql<number>`${soonest === undefined ? sql.lit(0) : sql`(select count(*) from looked)`}`.as("looked"));
  if (beyond) page = page.where(beyond);
  page = page
    .orderBy("away")
    .orderBy("event_date", direction)
    .orderBy("id", direction)
    .limit(limit + 1);
  return withOrganizer(ctx.db)
    .innerJoin(page.as("fitting"), "fitting.id", "events.id")
    .select(["fitting.away", "fitting.total", "fitting.cards", "fitting.looked"])
    .select(otherDates(ctx.db, filter, ctx.now).as("more"))
    .orderBy("fitting.away")
    .orderBy("events.event_date", direction)
    .orderBy("events.id", direction)
    .execute();
}

/**
 * The distance of an event in kilometers, to the meter. It is measured straight through the ground, which gives the
 * same order as along the surface.
 */
const awayFrom = ({ point }: Area) =>
  sql<number>`(round(cube_distance(events.sphere, ${sphereOf(point)}::cube) * 1000) / 1000)`;

/** The range after the cursor in which events of a filter begin, if all are equally far away. */
function beginsAfterCursor(filter: Around, now: Date) {
  const begins = beginsOf(filter, now);
  const [, begin] = decodeCursor(DistanceCursor, filter.cursor) ?? [];
  const after = begin === undefined ? -Infinity : Date.parse(begin);
  return after > (begins.from?.getTime() ?? -Infinity) ? { ...begins, from: new Date(after) } : begins;
}

const directionOf = ({ order, when }: Around) => (when === "past" && order !== "distance" ? "desc" : "asc");

/** The condition that a row comes after the cursor; null without a cursor. */
function beyondCursor(filter: Around): RawBuilder<boolean> | null {
  const { order, cursor } = filter;
  if (order === "distance") {
    const after = decodeCursor(DistanceCursor, cursor);
    return (
      after &&
      sql<boolean>`(away, event_date, id) > (${after[0]}::double precision, ${new Date(after[1])}::timestamptz, ${after[2]}::uuid)`
    );
  }
  const after = decodeCursor(MomentCursor, cursor);
  const beyond = sql.raw(directionOf(filter) === "asc" ? ">" : "<");
  return after && sql<boolean>`(event_date, id) ${beyond} (${new Date(after[0])}::timestamptz, ${after[1]}::uuid)`;
}
