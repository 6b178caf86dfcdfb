/** The maximum length of a stored address of a page or picture, in UTF-16 code units. */
export const urlMax = 2000;

/** The maximum length of a page of a list, and its default length. */
export const pageMax = 100;

/** The maximum length of a message, to hosts or to the people of an event, in characters as a person counts them. */
export const messageMax = 2000;

let segmenter: Intl.Segmenter | undefined;
// Splits by graphemes, the default. Created on first use, because that takes 17 ms on a slow phone, and no page should
// wait for it.
const segment = (text: string) => (segmenter ??= new Intl.Segmenter("en")).segment(text);

/** Splits a text into characters as a person counts them. */
export const graphemesIn = (text: string): string[] => Array.from(segment(text), ({ segment: one }) => one);

/** True for printable ASCII only, in which one code unit is one character. */
const isPlain = (text: string): boolean => /^[\x20-\x7e]*$/.test(text);

/** Counts the characters that a person sees in a text: 'é' and a family emoji are one each, in every script. */
export function lengthOf(text: string): number {
  if (isPlain(text)) return text.length;
  let length = 0;
  for (const _ of segment(text)) length++;
  return length;
}

/** Returns the first `max` characters of a text as a person counts them, never half of one. */
export function firstCharacters(text: string, max: number): string {
  if (text.length <= max) return text;
  // One more character is checked, so that no combining mark follows the last one.
  if (isPlain(text.slice(0, max + 1))) return text.slice(0, max);
  let length = 0;
  for (const { index } of segment(text)) {
    if (length++ === max) return text.slice(0, index);
  }
  return text;
}

// Control characters, line and paragraph separators, and characters that change the direction of the following text.
// The plain direction marks (U+200E, U+200F, U+061C) are allowed: keyboards produce them, and they do not affect other
// text.
const notOfOneLine = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu;

/** True for a text on one line that does not change the direction of the text around it. */
export const isOneLine = (text: string): boolean => text.search(notOfOneLine) === -1;

/** Converts a text to such a line: for texts that older versions accepted, and for names from elsewhere. */
export const oneLine = (text: string): string =>
  withoutHiddenEdges(text.replace(notOfOneLine, " ").replace(/\s+/g, " ").trim());

// Invisible characters: spaces, controls, Unicode's Default_Ignorable_Code_Point (most of Cf), annotation marks, and
// the blank Braille pattern. The signs of Arabic numbers are Cf too, but are visible.
const hidden = "[\\p{Cc}\\p{Z}\\p{Default_Ignorable_Code_Point}\\ufff9-\\ufffb\\u2800]";
const isHidden = new RegExp(`^${hidden}$`, "u");
const beginsHidden = new RegExp(`^${hidden}`, "u");
const endsHidden = new RegExp(`${hidden}$`, "u");
const allHidden = new RegExp(`^${hidden}*$`, "u");

// Invisible characters that belong to the end of a word: an emoji's style, the end of a flag, a joiner after a vowel
// killer (Bengali, Malayalam), and the variant of a Han or Mongolian letter.
const killers = "\\u094d\\u09cd\\u0a4d\\u0acd\\u0b4d\\u0bcd\\u0c4d\\u0ccd\\u0d4d\\u0dca";
const lastOfWord = new RegExp(
  `(?:\\p{Extended_Pictographic}\\p{Emoji_Modifier}?[\\ufe0e\\ufe0f]|\\u{1f3f4}[\\u{e0020}-\\u{e007e}]{1,6}\\u{e007f}|[${killers}][\\u200c\\u200d]` +
    `|\\p{Script=Han}[\\ufe00-\\ufe02\\u{e0100}-\\u{e01ef}]|\\p{Script=Mongolian}[\\u180b-\\u180d\\u180f])$`,
  "u",
);

/** True for a text without visible characters, such as '' and a zero-width space. */
export const isBlank = (text: string): boolean => allHidden.test(text);

const hasHiddenEnd = (text: string): boolean => endsHidden.test(text) && !lastOfWord.test(text);

/**
 * True for a text that begins and ends with a visible character: 'Site Host' looks the same with a zero-width space.
 */
export const hasSeenEdges = (text: string): boolean => !beginsHidden.test(text) && !hasHiddenEnd(text);

/** Removes invisible characters at both ends of a text. */
export function withoutHiddenEdges(text: string): string {
  if (hasSeenEdges(text)) return text;
  const letters = Array.from(text);
  let [begin, end] = [0, letters.length];
  while (begin < end && isHidden.test(letters[begin] ?? "")) begin++;
  if (hasHiddenEnd(text)) while (end > begin && isHidden.test(letters[end - 1] ?? "")) end--;
  return letters.slice(begin, end).join("");
}

const ignorable = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** Removes invisible marks anywhere in a text: for numbers, in which they mean nothing. */
export const withoutHidden = (text: string): string => text.replace(ignorable, (mark) => (/\s/.test(mark) ? " " : ""));

/** Replaces the decimal digits of every script by 0 to 9. */
export const plainDigits = (text: string): string => text.replace(/\p{Nd}/gu, (digit) => String(digitValue(digit)));

/**
 * Returns a typed or pasted number with digits 0 to 9, signs in one Unicode form and no invisible marks. Phone numbers
 * and mailed codes share this rule, in the browser and on the server.
 */
export const plainNumber = (typed: string): string => plainDigits(withoutHidden(typed).normalize("NFKC"));

/** Returns the value of a decimal digit of any script: Unicode keeps each script's ten digits together, in order. */
function digitValue(digit: string): number {
  // Full-width, bold and other variants of 0 to 9 form a row without gaps, so they become 0 to 9 first.
  digit = digit.normalize("NFKC");
  let value = 0;
  for (let code = digit.codePointAt(0) ?? 0; value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - 1)); code--)
    value++;
  return value;
}

/** True for an absolute `http` or `https` address. */
export function isWebAddress(text: string): boolean {
  try {
    return ["http:", "https:"].includes(new URL(text).protocol);
  } catch {
    return false;
  }
}

/** The address of an uploaded picture: a path, so that it works under any name of this site. */
export const ownPictureAddress = (id: string) => `/pictures/${id}.webp`;

/** Returns the id in the address of an uploaded picture; undefined for any other address. */
export const uploadedIn = (address: string | null | undefined) =>
  /^\/pictures\/([0-9a-f-]{36})\.webp$/.exec(address ?? "")?.[1];

/** Our own addresses that are allowed as pictures: an uploaded one, a scene, a drawn avatar. */
const ownPictures = [
  new RegExp(`^${ownPictureAddress("[0-9a-f-]{36}")}$`),
  /^\/scenes\/[a-z]+(?:-\d)?\.svg$/,
  /^\/avatars\/(?:\w|%[0-9A-F]{2}){1,24}-\d\.svg$/,
];

/** True for an accepted address of a picture, on the web or on this site. */
export const isPictureAddress = (text: string): boolean =>
  ownPictures.some((own) => own.test(text)) || isWebAddress(text);

/** Lower-case letters without marks, so that 'Koln' is found in 'Köln'. */
export const bareLetters = (text: string): string => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/** Caches the answers of a function; the cache is emptied when it has `max` answers. */
export function remembering<Question extends (string | number)[], Answer>(
  max: number,
  answer: (...question: Question) => Answer,
) {
  const known = new Map<string, Answer>();
  return (...question: Question): Answer => {
    const key = question.join();
    let found = known.get(key);
    if (found === undefined) {
      if (known.size >= max) known.clear();
      known.set(key, (found = answer(...question)));
    }
    return found;
  };
}
