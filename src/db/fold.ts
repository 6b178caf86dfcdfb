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
 * Returns a text in the form that search compares: lower case, without accents, one form for each letter. Substrings of
 * folded texts match where a person would say so ('sao' in 'São Paulo', 'clean' in 'Beach Cleanup'). Not done in SQL,
 * because `lower` and `unaccent` depend on the database's locale, which differs between the two databases. Only the
 * accents of Latin, Greek and Cyrillic (U+0300 to U+036F) and the vowel points of Arabic are removed: in other scripts
 * a mark is a letter.
 */
export const fold = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f\u064b-\u0652]/g, "")
    .normalize("NFC")
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (letter) => letters[letter] ?? letter)
    .replace(/\s+/g, " ");

/**
 * Returns a name in the form that search compares: folded, without apostrophes, and with one space for any other
 * characters between words.
 */
export const foldedName = (name: string): string =>
  fold(name)
    .replace(/['’‘ʼʻ`´]/g, "")
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, " ")
    .trim();

/** Returns the LIKE pattern that finds a text anywhere in a folded one; `%`, `_` and `\` are escaped. */
export const containing = (text: string): string =>
  `%${fold(text)
    .trim()
    .replace(/[\\%_]/g, "\\$&")}%`;

/**
 * The maximum length of searches that match only beginnings of words: among a million events, such short texts occur
 * inside many words.
 */
const beginningMax = 2;

/**
 * Returns a text of one or two letters for a search of word beginnings; null for a longer or empty one. Migration 022
 * defines where words begin.
 */
export function beginning(text: string): string | null {
  const folded = fold(text).trim();
  return folded === "" || Array.from(folded).length > beginningMax ? null : folded;
}

/**
 * The minimum length for a search without spaces and punctuation: shorter texts would match across words everywhere.
 */
export const squeezedMin = 4;

/**
 * Returns a text for a search without spaces and punctuation ('clean-up', 'Clean up!' and 'Cleanup' are the same); null
 * if too little is left. Migration 017 removes the same characters from the searched texts.
 */
export function squeezed(text: string): string | null {
  const rest = fold(text).replace(/[ !-/:-@[-`{-~\u00a0-\u00bf\u2000-\u206f\u3000-\u303f]+/g, "");
  return rest.length < squeezedMin ? null : rest;
}

/** Returns an event's searchable text: title, description and location, folded, each on its own line. */
export const searchText = (event: { title: string; description: string; location: string }): string =>
  [event.title, event.description, event.location].map(fold).join("\n");
