import { sql } from "kysely";
import { fold, foldedName } from "#db/fold.ts";
import type { Context } from "../context.ts";
import { proposeTowns } from "../towns/queries.ts";
import { type Area, locatedAt } from "./area.ts";
import { countEvents } from "./counting.ts";
import { conditions } from "./filtering.ts";
import { distanceDefault, distances, queryOf } from "./rules.ts";
import type { ListFilter } from "./shapes.ts";

/** A suggestion, and the query of the address that searches for it. */
export type Meant = { words: string; query: string };

/** The number of words of a search that are checked. */
const wordsMax = 5;
/** The number of events in which to look up the spelling of a word. */
const writersMax = 5;
/** The number of candidates for each word, and of towns for each name, before checking which of them have results. */
const wordsLike = 3;
const townsLike = 200;
/** The longest name or word, in letters, that is checked for swapped letters. */
const swappedMax = 20;

/**
 * Suggests a correction for a search that finds nothing. It spells each word as in the title or location of a listed
 * event that matches the rest of the filter. Null without any. An index of all listed words finds them (migration 035),
 * so that many events take no longer than few.
 */
export async function suggestWords(ctx: Context, filter: ListFilter, area: Area | null): Promise<Meant | null> {
  const asked = fold(filter.search).split(" ").filter(Boolean).slice(0, wordsMax);
  if (asked.length === 0) return null;
  const rest = { ...locatedAt(filter, area), cursor: undefined };
  for (const nearest of readings(await wordsNear(ctx, asked))) {
    const writers = await ctx.db
      .selectFrom("events")
      .where((eb) => eb.and(conditions(eb, { ...rest, search: nearest.join(" ") }, ctx.now)))
      .select(["title", "location"])
      .orderBy("event_date")
      .limit(writersMax)
      .execute();
    if (writers.length === 0) continue;
    const words = asWritten(nearest, writers);
    return { words, query: queryOf({ ...filter, search: words, cursor: undefined }) };
  }
  return null;
}

/** Tries all words in their likeliest form first, then each word in its less likely forms while the others stay. */
function readings(near: string[][]): string[][] {
  const best = near.map(([first = ""]) => first);
  return [best, ...near.flatMap((words, place) => words.slice(1).map((word) => best.with(place, word)))];
}

/** Writes folded words the way the titles and locations of events spell them. */
function asWritten(words: string[], events: { title: string; location: string }[]): string {
  const written = events.flatMap(({ title, location }) => `${title} ${location}`.split(/[^\p{L}\p{M}\p{N}]+/u));
  return words.map((word) => written.find((one) => fold(one) === word) ?? word).join(" ");
}

/**
 * Suggests a town with upcoming events for a name that no town has. A town whose name has swapped neighboring letters,
 * at most twice, comes first: 'Potro' and 'Prtoo' share hardly a group of three letters with 'Porto'.
 */
export async function suggestTown(ctx: Context, filter: ListFilter): Promise<Meant | null> {
  const closeness = sql`similarity(folded, ${fold(filter.near)})`;
  const name = foldedName(filter.near);
  const once = swappedOnce(name);
  const twice = once.flatMap(withSwap);
  const { rows } = await sql<{ name: string }>`
    select name from (
      select id, name, population, swapped.closeness
      from (values (2, ${once}::text[]), (1, ${twice}::text[])) swapped (closeness, names)
      join towns on id in (
        select id from towns where folded = any (names) union select town_id from town_names where folded = any (names)
      )
      union all
      (select id, name, population, ${closeness} as closeness from towns
      where folded % ${fold(filter.near)} order by closeness desc, population desc limit ${sql.lit(townsLike)})
    ) near
    where exists (
      select from events
      where town_id = near.id and event_end >= ${ctx.now} and cancelled_at is null and not is_draft
    )
    order by closeness desc, population desc limit 1`.execute(ctx.db);
  const [town] = rows;
  return town ? { words: town.name, query: queryOf({ ...filter, near: town.name, cursor: undefined }) } : null;
}

/** Another town of the same name, and the name of the town that was found first. */
export type Namesake = Meant & { instead: string };

/**
 * Suggests another town of the same name if the larger one has no events within reach: searching for 'Bragança' finds
 * the one in Brazil, although all events are in Portugal. Null if no other one has events within `kilometers`.
 */
export async function suggestNamesake(ctx: Context, filter: ListFilter, kilometers: number): Promise<Namesake | null> {
  const [first, ...others] = await proposeTowns(ctx, { search: filter.near });
  for (const { name, country, countryName, point } of others) {
    if (name !== first?.name || country === first.country) continue;
    const count = async (within: number) => (await countEvents(ctx, locatedAt(filter, { name, point, within }))).total;
    if ((await count(kilometers)) === 0) continue;
    // The link uses the shortest distance within which there are events, if there is one.
    let { within } = filter;
    for (const wider of distances.filter((distance) => distance >= (filter.within ?? distanceDefault)).toReversed())
      if ((await count(wider)) > 0) within = wider;
    const query = queryOf({ ...filter, near: `${name}, ${country}`, within, cursor: undefined });
    return { words: `${name}, ${countryName}`, query, instead: `${first.name}, ${first.countryName}` };
  }
  return null;
}

/** All forms of a text with two neighboring letters swapped. */
function withSwap(text: string): string[] {
  const letters = Array.from(text);
  return letters.slice(1).map((letter, at) =>
    letters
      .with(at, letter)
      .with(at + 1, letters[at] ?? "")
      .join(""),
  );
}

/** All forms of a name or word with one swap of neighboring letters; none for texts too long for a name or word. */
const swappedOnce = (text: string): string[] => (text.length <= swappedMax ? withSwap(text) : []);

/**
 * The most similar known words for each word, or the word itself if there are none. Words with swapped neighboring
 * letters come first, since 'rvier' shares too few groups of three letters with 'river'; the rest sort by shared
 * groups.
 */
async function wordsNear(ctx: Context, asked: string[]): Promise<string[][]> {
  const swapped = asked.flatMap((word, index) => swappedOnce(word).map((other) => ({ place: index + 1, word: other })));
  const { rows } = await sql<{ place: number; word: string }>`
    select place::integer as place, near.word
    from unnest(${asked}::text[]) with ordinality as asked (word, place)
    cross join lateral (
      select word, max(closeness) as closeness from (
        select known.word, 1 as closeness
        from unnest(${swapped.map(({ place }) => place)}::integer[], ${swapped.map(({ word }) => word)}::text[]) swapped (place, word)
        join event_words known on known.word = swapped.word and until >= ${ctx.now}
        where swapped.place = asked.place
        union all
        (select known.word, similarity(known.word, asked.word) as closeness from event_words known
        where known.word % asked.word and until >= ${ctx.now}
        order by closeness desc, known.word limit ${sql.lit(wordsLike)})
      ) alike
      group by word order by closeness desc, word limit ${sql.lit(wordsLike)}
    ) near
    order by place, closeness desc, near.word`.execute(ctx.db);
  return asked.map((word, index) => {
    const near = rows.filter(({ place }) => place === index + 1).map((row) => row.word);
    return near.length > 0 ? near : [word];
  });
}
