import type { RosterPerson } from "#domain/gates/rules.ts";
import { graphemesIn } from "#domain/rules.ts";

// Finds people by the letters of their names, in any script, with keys made from the names themselves.

/** A name in parts: the text shown, and its letters for comparing; '' for mere separators. */
export type Spelled = { id: string; code: string | null; parts: readonly { shown: string; letters: string }[] };

const letterForms: Readonly<Record<string, string>> = {
  ß: "SS",
  æ: "AE",
  œ: "OE",
  ø: "O",
  ł: "L",
  đ: "D",
  ð: "D",
  þ: "TH",
  ı: "I",
};

/** A grapheme as names are compared: upper case, without accents. */
function lettersOf(grapheme: string): string {
  const plain = grapheme
    .normalize("NFKD")
    .replace(/[\u0300-\u036f\u064b-\u0652]/g, "")
    .normalize("NFC")
    .toLowerCase();
  if (!/^[\p{L}\p{N}]/u.test(plain)) return "";
  return letterForms[plain] ?? plain.toUpperCase();
}

/** A typed or pressed text as names are compared: without spaces and signs. */
export const spellingOf = (text: string): string => graphemesIn(text).map(lettersOf).join("");

export const spelled = (people: readonly (Pick<RosterPerson, "id" | "name"> & { code: string | null })[]): Spelled[] =>
  people.map(({ id, name, code }) => ({
    id,
    code,
    parts: graphemesIn(name).map((shown) => ({ shown, letters: lettersOf(shown) })),
  }));

/** A match: the parts of the name, or the code. */
export type Found = { id: string; from: number; to: number };

/** People who have a name that begins with these letters, or several names that do so together, or a code that does. */
export function find(names: readonly Spelled[], query: string): Found[] {
  if (query === "") return [];
  return names.flatMap((name) => {
    for (const from of beginningsOf(name)) {
      const reached = reach(name, from, query);
      if (reached) return [{ id: name.id, from, to: reached.to }];
    }
    return name.code?.startsWith(query) ? [{ id: name.id, from: 0, to: 0 }] : [];
  });
}

/**
 * People whose full name may match what was typed, though we only store "Ana S.": 'smith', 'ana smith' and 'ana maria
 * smith' may all be her. The best matches stand first.
 */
export function findByInitial(names: readonly Spelled[], query: string): Found[] {
  const found = names.flatMap((name) => {
    const { parts } = name;
    const last = parts.length - 1;
    const beginnings = beginningsOf(name);
    const isAbridged = parts[last]?.shown === "." && beginnings.includes(last - 1);
    const end = parts.findIndex(({ letters }) => letters === "");
    const whole = beginnings.map((from) => ({ from, to: isAbridged ? last : 0 }));
    const known = [...whole, { from: 0, to: end < 0 ? parts.length : end }].find(({ from, to }) => {
      const spelling = parts.slice(from, to).map(({ letters }) => letters);
      return spelling.length > 0 && query.startsWith(spelling.join(""));
    });
    return known ? [{ id: name.id, ...known }] : [];
  });
  return found.toSorted((one, other) => other.to - other.from - (one.to - one.from));
}

/** The letters that can follow these and still lead to a person. */
export function nextLetters(names: readonly Spelled[], query: string): Set<string> {
  const next = new Set<string>();
  for (const name of names) {
    for (const start of beginningsOf(name)) {
      const reached = reach(name, start, query);
      if (!reached) continue;
      const letters = reached.rest || name.parts.slice(reached.to).find((part) => part.letters !== "")?.letters;
      if (letters) next.add(keyOf(letters));
    }
    if (name.code?.startsWith(query)) next.add(name.code.charAt(query.length));
  }
  next.delete("");
  return next;
}

/** The scripts with a page of keys, by ISO 15924 code, each with the label of the key that leads to it. */
const scripts = {
  Latn: "ABC",
  Cyrl: "АБВ",
  Grek: "ΑΒΓ",
  Arab: "ابج",
  Hebr: "אבג",
  Deva: "अआइ",
  Beng: "অআই",
  Thai: "กขค",
  Hani: "漢字",
  Hira: "あいう",
  Kana: "アイウ",
  Hang: "가나다",
} as const;
const patterns = Object.entries(scripts).map(
  ([script, label]) => [script, label, new RegExp(`^\\p{Script=${script}}`, "u")] as const,
);

/**
 * A page of keys for one script, since letters of two scripts may look the same. `script` is '' for a script outside of
 * our list.
 */
export type Board = { script: string; label: string; keys: readonly string[] };

/**
 * The pages of keys for names, Latin first: its whole alphabet, and for other scripts the letters that names begin
 * with; once something is typed, all their letters.
 */
export function boardsOf(names: readonly Spelled[], query: string): Board[] {
  const letters = new Set<string>();
  for (const name of names) {
    const begins = new Set(beginningsOf(name));
    for (const [index, part] of name.parts.entries()) {
      const isKey = part.letters !== "" && !/^\p{N}/u.test(part.letters) && (query !== "" || begins.has(index));
      if (isKey) letters.add(keyOf(part.letters));
    }
  }
  const boards = new Map<string, { label: string; keys: string[] }>();
  for (const letter of [...letters].toSorted((one, other) => one.localeCompare(other))) {
    const [script = "", label = letter] = patterns.find(([, , pattern]) => pattern.test(letter)) ?? [];
    const board = boards.get(script) ?? { label, keys: [] };
    boards.set(script, board);
    if (!latin.includes(letter)) board.keys.push(letter);
  }
  const own = boards.size === 0 ? { label: scripts.Latn, keys: [] } : boards.get("Latn");
  boards.delete("Latn");
  return [
    ...(own ? [{ script: "Latn", label: own.label, keys: [...latin, ...own.keys] }] : []),
    ...Array.from(boards, ([script, board]) => ({ script, ...board })),
  ];
}

/**
 * The chosen page, or the first. If no key on it leads to a person, as in the middle of 'Kenji 渡', it is the first page
 * with one that does.
 */
export function pageOf(boards: readonly Board[], script: string, next: ReadonlySet<string>): Board | undefined {
  const chosen = boards.find((one) => one.script === script) ?? boards[0];
  const leadsOn = ({ keys }: Board) => keys.some((key) => next.has(key));
  return chosen && leadsOn(chosen) ? chosen : (boards.find(leadsOn) ?? chosen);
}

const latin = Array.from("ABCDEFGHIJKLMNOPQRSTUVWXYZ");

/** Turns a search into a name to add, with capitals if it had none or only capitals; '' for a code. */
export function asName(text: string): string {
  const name = text.trim();
  if (/\d/.test(name)) return "";
  if (name !== name.toLowerCase() && name !== name.toUpperCase()) return name;
  return name.toLowerCase().replace(/(?<![\p{L}\p{M}])\p{L}/gu, (letter) => letter.toUpperCase());
}

/** A key is one letter; 'Æ' is compared as 'AE'. */
const keyOf = (letters: string) => (/^[A-Z]{2}$/.test(letters) ? letters.charAt(0) : letters);

/** The beginning of each word of a name. */
const beginningsOf = ({ parts }: Spelled): number[] =>
  parts.flatMap(({ letters }, index) =>
    letters !== "" && (index === 0 || parts[index - 1]?.letters === "") ? [index] : [],
  );

/** Returns where a match that begins at a part ends, and the rest of its last part; null if the name does not match. */
function reach({ parts }: Spelled, start: number, query: string): { to: number; rest: string } | null {
  let [left, rest, to] = [query, "", start];
  for (; left !== ""; to++) {
    const letters = parts[to]?.letters;
    if (letters === undefined) return null;
    if (letters.startsWith(left)) rest = letters.slice(left.length);
    else if (!left.startsWith(letters)) return null;
    left = left.slice(letters.length);
  }
  return { to, rest };
}
