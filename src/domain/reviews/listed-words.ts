import type { Kysely, Selectable } from "kysely";
import { fold } from "#db/fold.ts";
import { prepared } from "#db/prepared.ts";
import type { Schema } from "#db/schema.server.ts";

/** The parts of an event in the organizer's own words. */
type Texts = Pick<
  Selectable<Schema["events"]>,
  "title" | "description" | "location" | "max_participant" | "thumbnail_url" | "what_to_bring" | "provided"
>;

/** Returns the words and links that hosts list, in alphabetical order. */
export const listWords = async (db: Kysely<Schema>): Promise<string[]> =>
  (await listedWords(db)).map(({ word }) => word);

const listedWords = prepared((db) => db.selectFrom("listed_words").select("word").orderBy("word"));

/**
 * True if an event has listed words or links that it did not have before, ignoring case and accents: a host has already
 * seen the earlier ones.
 */
export const hasListedWords = (db: Kysely<Schema>, event: Texts, before?: Texts): Promise<boolean> =>
  areListed(db, textsOf(event), before ? textsOf(before) : []);

const textsOf = (event: Texts): string[] =>
  [event.title, event.description, event.location, event.max_participant].concat(
    event.thumbnail_url ?? [],
    event.what_to_bring ?? [],
    event.provided ?? [],
  );

/** Tests the same for several texts. */
export async function areListed(db: Kysely<Schema>, texts: string[], before: string[]): Promise<boolean> {
  const words = await listWords(db);
  if (words.length === 0) return false;
  const [now, then] = [texts, before].map((all) => fold(all.join("\n")));
  return words.some((word) => stands(word, now ?? "") && !stands(word, then ?? ""));
}

/** True if a folded text contains a word as a whole word; in scripts without spaces, anywhere. */
function stands(word: string, text: string): boolean {
  const wanted = fold(word).trim();
  const isSpaced = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}\p{P}\p{S}\s]+$/u.test(wanted);
  if (!isSpaced) return text.includes(wanted);
  return new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(wanted)}(?![\\p{L}\\p{N}])`, "u").test(text);
}
