const letters: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ı: "i",
};

/**
 * A text as search compares it: lower case, without accents, one form for each letter. Substrings of folded texts
 * match where a person would say so ('sao' in 'São Paulo', 'clean' in 'Beach Cleanup'). It is done here and not in SQL,
 * because `lower` and `unaccent` depend on the database's locale, and the two databases differ in it.
 * Only the accents of Latin, Greek and Cyrillic (U+0300 to U+036F) and the vowel points of Arabic go: in other scripts a
 * mark is a letter.
 */
export const fold = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f\u064b-\u0652]/g, "")
    .normalize("NFC")
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (letter) => letters[letter] ?? letter)
    .replace(/\s+/g, " ");

/** A name as search compares it: folded, without apostrophes, and with one space for whatever else stands between its words. */
export const foldedName = (name: string): string =>
  fold(name)
    .replace(/['’‘ʼʻ`´]/g, "")
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, " ")
    .trim();

/** The pattern that finds a text anywhere in a folded one with LIKE; `%`, `_` and `\` stand for themselves. */
export const containing = (text: string): string =>
  `%${fold(text)
    .trim()
    .replace(/[\\%_]/g, "\\$&")}%`;

/** The most letters that are only looked for where a word begins: a million events have them in the middle of some word. */
const beginningMax = 2;

/**
 * A text of one or two letters as search looks for it, where a word begins; null for a longer one, and for one of which nothing is left. Migration 022 says where words
 * begin.
 */
export function beginning(text: string): string | null {
  const folded = fold(text).trim();
  return folded === "" || Array.from(folded).length > beginningMax ? null : folded;
}

/** The fewest letters for which spaces and punctuation are left out: fewer would be found across words everywhere. */
export const squeezedMin = 4;

/**
 * A text as search compares it when spaces and punctuation are left out ('clean-up', 'Clean up!' and 'Cleanup' are one); null when
 * too little is left. Migration 017 leaves out the same of the texts that are searched.
 */
export function squeezed(text: string): string | null {
  const rest = fold(text).replace(/[ !-/:-@[-`{-~\u00a0-\u00bf\u2000-\u206f\u3000-\u303f]+/g, "");
  return rest.length < squeezedMin ? null : rest;
}

/** The text of an event that search looks through: title, description and location, folded, each on its own line. */
export const searchText = (event: { title: string; description: string; location: string }): string =>
  [event.title, event.description, event.location].map(fold).join("\n");
