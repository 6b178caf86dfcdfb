import type { Kysely, SelectQueryBuilder } from "kysely";
import type { Schema } from "#db/schema.server.ts";
import type { Context } from "../context.ts";
import type { Page } from "../shapes.ts";
import { locate } from "./area.ts";
import { countsIn, isByCard } from "./cards.ts";
import { type Asked, conditions, found, type Wanted } from "./filtering.ts";
import { countMax, foundMax } from "./rules.ts";

type Counted = Required<Pick<Page<never>, "total" | "isMore">>;

/**
 * Counts the events that match a filter, up to 10,000, and reports whether there are more. The limit is 1,000 if every
 * event has to be read. Counting a million would take a tenth of a second for each request, and reading them longer.
 */
export async function countEvents({ db, now }: Pick<Context, "db" | "now">, asked: Asked): Promise<Counted> {
  const filter = await locate({ db }, asked);
  const known = await countInOrder({ db, now }, filter);
  if (known) return known;
  const most = isInIndex(filter) ? countMax : foundMax;
  const some = (limit: number) =>
    db
      .selectFrom("events")
      .where((eb) => eb.and(conditions(eb, filter, now)))
      .select(["id", "series_id"])
      .limit(limit + 1);
  const counted = await countOf(db, some(most), filter);
  // A series has many dates, so a thousand events may be a few cards.
  const isFew = counted.events > most && counted.cards < counted.events && most < countMax;
  return isFew ? totalOf(await countOf(db, some(countMax), filter), countMax) : totalOf(counted, most);
}

type Counts = { events: number; cards: number };

/** Counts some events, and the cards of their list. */
async function countOf(
  db: Kysely<Schema>,
  some: SelectQueryBuilder<Schema, "events", { id: string; series_id: string | null }>,
  filter: Pick<Asked, "series">,
): Promise<Counts> {
  const { events, cards } = countsIn("some", filter);
  const counts = db.with("some", () => some).selectNoFrom([events.as("events"), cards.as("cards")]);
  return counts.executeTakeFirstOrThrow();
}

/** The total of a list: the number of cards if all of its events were read, otherwise there are more. */
const totalOf = ({ events, cards }: Counts, most: number): Counted => ({
  total: Math.min(cards, most),
  isMore: events > most,
});

/** The number of events in the sample that shows how common a word is. */
const sample = 500;
/**
 * The number of events in the sample with a common word, which is counted in the order of the list. With a million
 * events, an index of words finds rarer words sooner.
 */
const commonFrom = 25;
/** The factor by which to read more events than needed if the word were as common everywhere. */
const reserve = 1.6;

/**
 * Counts the events that match a search among the first ones in the order of their list. A common word is found there a
 * thousand times, long before an index of words has listed all events with it. Null if these do not give the answer.
 */
async function countInOrder({ db, now }: Pick<Context, "db" | "now">, filter: Wanted): Promise<Counted | null> {
  const { search = "", area, box, inLanguage } = filter;
  if (search === "" || area || box || inLanguage) return null;
  const direction = filter.when === "past" ? "desc" : "asc";
  const firstOf = (most: number) =>
    db
      .selectFrom("events")
      .selectAll()
      .where((eb) => eb.and(conditions(eb, { ...filter, search: "" }, now, { inOrder: true })))
      .orderBy("event_date", direction)
      .orderBy("id", direction)
      .limit(most)
      .as("events");
  const { looked, matching } = await db
    .selectFrom(firstOf(sample))
    .select((eb) => [
      eb.fn.countAll<number>().as("looked"),
      eb.fn.countAll<number>().filterWhere(found(eb, search)).as("matching"),
    ])
    .executeTakeFirstOrThrow();
  // Few events are counted as quickly by an index, with the cards of their list.
  if (looked < sample && isByCard(filter)) return null;
  if (looked < sample) return { total: matching, isMore: false };
  if (matching < commonFrom) return null;
  const needed = Math.ceil((reserve * sample * (foundMax + 1)) / matching);
  const some = db
    .selectFrom(firstOf(needed))
    .where((eb) => found(eb, search))
    .select(["id", "series_id"])
    .limit(foundMax + 1);
  const { events, cards } = await countOf(db, some, filter);
  return events > foundMax && cards === events ? { total: foundMax, isMore: true } : null;
}

/** Tests whether an index has everything that a filter asks for: types, days and times. */
const isInIndex = ({
  search = "",
  area,
  room,
  effort,
  children,
  stepFree,
  language,
  community,
  box,
}: Wanted): boolean =>
  search === "" && !area && !room && !effort && !children && !stepFree && !language && !community && !box;
