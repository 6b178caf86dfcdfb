import { sql } from "kysely";
import { fold, foldedName } from "#db/fold.ts";
import type { Context } from "../context.ts";
import { proposeTowns } from "../towns/queries.ts";
import { type Area, locatedAt } from "./area.ts";
import { countEvents } from "./counting.ts";
import { conditions } from "./filtering.ts";
import { distanceDefault, distances, queryOf } from "./rules.ts";
import type { ListFilter } from "./shapes.ts";

/** What may have been meant, and the query of an address that asks for it. */
export type Meant = { words: string; query: string };

/** How many words of a search are. */
const wordsMax = 5;
/** In how many events it is looked up how a word is written. */
const writersMax = 5;
/** How many words may be meant by each, and how many towns by a name, before it is asked whether they find something. */
const wordsLike = 3;
const townsLike = 200;
/** Up to how many letters a name or a word has in which letters may have changed places. */
const swappedMax = 20;

/**
 * What may have been meant by a search that finds nothing: each word as the title or location of an event has it that the rest of the
 * filter lets through. Null where there is none. Words are found by an index of all that is listed (migration 035), so that it takes as long for
 * many events as for few.
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

/** All words as they are likeliest, and then each of them as it is less likely, the others staying. */
function readings(near: string[][]): string[][] {
  const best = near.map(([first = ""]) => first);
  return [best, ...near.flatMap((words, place) => words.slice(1).map((word) => best.with(place, word)))];
}

/** Folded words as the titles and locations of events write them. */
function asWritten(words: string[], events: { title: string; location: string }[]): string {
  const written = events.flatMap(({ title, location }) => `${title} ${location}`.split(/[^\p{L}\p{M}\p{N}]+/u));
  return words.map((word) => written.find((one) => fold(one) === word) ?? word).join(" ");
}

/**
 * What town may have been meant by a name that no town has: one with upcoming events. Whose name it is once neighboring letters have changed places, at
 * most twice, comes first: 'Potro' and 'Prtoo' have hardly a group of three letters in common with 'Porto'.
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

/** A town of the same name, and what the one is called that was found first. */
export type Namesake = Meant & { instead: string };

/**
 * The town that may have been meant in place of a larger one of the same name, as around that nothing is that anybody would go to: 'Bragança' in
 * Brazil, where all events are in Portugal. Null where no other one of that name has events within `kilometers`.
 */
export async function suggestNamesake(ctx: Context, filter: ListFilter, kilometers: number): Promise<Namesake | null> {
  const [first, ...others] = await proposeTowns(ctx, { search: filter.near });
  for (const { name, country, countryName, point } of others) {
    if (name !== first?.name || country === first.country) continue;
    const count = async (within: number) => (await countEvents(ctx, locatedAt(filter, { name, point, within }))).total;
    if ((await count(kilometers)) === 0) continue;
    // The list around it is the narrowest that has something, where one has.
    let { within } = filter;
    for (const wider of distances.filter((distance) => distance >= (filter.within ?? distanceDefault)).toReversed())
      if ((await count(wider)) > 0) within = wider;
    const query = queryOf({ ...filter, near: `${name}, ${country}`, within, cursor: undefined });
    return { words: `${name}, ${countryName}`, query, instead: `${first.name}, ${first.countryName}` };
  }
  return null;
}

/** A text in each way in which two neighboring letters of it change places. */
function withSwap(text: string): string[] {
  const letters = Array.from(text);
  return letters.slice(1).map((letter, at) =>
    letters
      .with(at, letter)
      .with(at + 1, letters[at] ?? "")
      .join(""),
  );
}

/** A name or word in each way in which neighboring letters of it change places once; none for what is longer than names and words are. */
const swappedOnce = (text: string): string[] => (text.length <= swappedMax ? withSwap(text) : []);

/**
 * For each word those that are most like it, or itself where none is: first those in which neighboring letters have changed places, as
 * 'rvier' has too few groups of three letters in common with 'river', then by the groups that they share.
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
