import { sql } from "kysely";
import { fold } from "#db/fold.ts";
import type { Context } from "../context.ts";
import { type Area, locatedAt } from "./area.ts";
import { conditions, type Wanted } from "./filtering.ts";
import { listEvents } from "./queries.ts";
import { queryOf } from "./rules.ts";
import type { ListFilter } from "./shapes.ts";

/** What may have been meant, and the query of an address that asks for it. */
export type Meant = { words: string; query: string };

/** Whose words are looked at: the soonest events. */
const eventsMax = 2000;
/** How many words of a search are. */
const wordsMax = 5;
/** In how many events it is looked up how a word is written. */
const writersMax = 5;
/** How alike words are that may be the same, from 0 to 1, by the groups of three letters that they share. */
const alike = 0.3;

/**
 * What may have been meant by a search that finds nothing: each word as the titles and towns of upcoming events have it that the rest
 * of the filter lets through. Null where that finds nothing either. The database reads the 2,000 soonest of them, by index.
 */
export async function suggestWords(ctx: Context, filter: ListFilter, area: Area | null): Promise<Meant | null> {
  const asked = fold(filter.search).split(" ").filter(Boolean).slice(0, wordsMax);
  if (asked.length === 0) return null;
  const rest = { ...locatedAt(filter, area), search: "", cursor: undefined };
  const nearest = await nearestWords(ctx, rest, asked);
  const { rows } = await listEvents(ctx, { ...rest, search: nearest.join(" "), limit: writersMax });
  const words = asWritten(nearest, rows);
  return rows.length > 0 ? { words, query: queryOf({ ...filter, search: words, cursor: undefined }) } : null;
}

/** Folded words as the titles and locations of events write them. */
function asWritten(words: string[], events: { title: string; location: string }[]): string {
  const written = events.flatMap(({ title, location }) => `${title} ${location}`.split(/[^\p{L}\p{M}\p{N}]+/u));
  return words.map((word) => written.find((one) => fold(one) === word) ?? word).join(" ");
}

/** What town may have been meant by a name that no town has: one with upcoming events. */
export async function suggestTown(ctx: Context, filter: ListFilter): Promise<Meant | null> {
  const soonest = soonestEvents(ctx, {})
    .innerJoin("towns", "towns.id", "events.town_id")
    .select(["towns.name", "towns.folded"]);
  const closeness = sql<number>`similarity(towns.folded, ${fold(filter.near)})`;
  const town = await ctx.db
    .selectFrom(soonest.as("towns"))
    .select("towns.name")
    .where(closeness, ">=", alike)
    .orderBy(closeness, "desc")
    .limit(1)
    .executeTakeFirst();
  return town ? { words: town.name, query: queryOf({ ...filter, near: town.name, cursor: undefined }) } : null;
}

const soonestEvents = ({ db, now }: Context, wanted: Wanted) =>
  db
    .selectFrom("events")
    .where((eb) => eb.and(conditions(eb, wanted, now)))
    .orderBy("events.event_date")
    .limit(eventsMax);

/** For each word the one that is most like it, or itself where none is. */
async function nearestWords(ctx: Context, wanted: Wanted, asked: string[]): Promise<string[]> {
  const soonest = soonestEvents(ctx, wanted)
    .leftJoin("towns", "towns.id", "events.town_id")
    .select(["events.search_text", "towns.folded as town"]);
  const { rows } = await sql<{ asked: string; best: string | null }>`
    with known as (
      select distinct word
      from ${soonest.as("soonest")},
        regexp_split_to_table(split_part(search_text, ${"\n"}, 1) || ' ' || coalesce(town, ''), ${between}) word
      where length(word) > 2
    )
    select asked.word as asked, best.word as best
    from unnest(${asked}::text[]) with ordinality as asked (word, place)
    left join lateral (
      select known.word from known where similarity(known.word, asked.word) >= ${alike}::real
      order by similarity(known.word, asked.word) desc, known.word limit 1
    ) best on true
    order by place`.execute(ctx.db);
  return rows.map(({ asked: word, best }) => best ?? word);
}

/** What stands between words of a folded text. */
const between = "[ !-/:-@\\[-`{-~\\u00a0-\\u00bf\\u2000-\\u206f\\u3000-\\u303f]+";
