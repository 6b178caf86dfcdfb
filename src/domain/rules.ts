/** The longest address of a page or picture that we keep, in UTF-16 code units. */
export const urlMax = 2000;

/** The longest page of a list, and its length when the caller names none. */
export const pageMax = 100;

/** The longest message, to us or to the people of an event, in characters as a person counts them. */
export const messageMax = 2000;

let segmenter: Intl.Segmenter | undefined;
// By graphemes, as nothing else is said. Made with the first text that needs it: to make it takes a slow phone 17 ms, which no page has to wait for.
const segment = (text: string) => (segmenter ??= new Intl.Segmenter("en")).segment(text);

/** The characters of a text as a person counts them. */
export const graphemesIn = (text: string): string[] => Array.from(segment(text), ({ segment: one }) => one);

/** Nothing but the printable characters of ASCII: one code unit is one character. */
const isPlain = (text: string): boolean => /^[\x20-\x7e]*$/.test(text);

/** How many characters a person sees in a text: 'é' and a family emoji are one each, in every script. */
export function lengthOf(text: string): number {
  if (isPlain(text)) return text.length;
  let length = 0;
  for (const _ of segment(text)) length++;
  return length;
}

/** The first `max` characters of a text as a person counts them, never half of one. */
export function firstCharacters(text: string, max: number): string {
  if (text.length <= max) return text;
  // With one more, so that no mark after the last belongs to it.
  if (isPlain(text.slice(0, max + 1))) return text.slice(0, max);
  let length = 0;
  for (const { index } of segment(text)) {
    if (length++ === max) return text.slice(0, index);
  }
  return text;
}

// Controls, the ends of lines and paragraphs, and what turns the direction of the text that follows. The marks that only say
// the direction of a place (U+200E, U+200F, U+061C) are typed by keyboards, and turn nothing.
const notOfOneLine = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu;

/** True for a text that stays where it is put: one line, which neither begins another nor turns the text around it. */
export const isOneLine = (text: string): boolean => text.search(notOfOneLine) === -1;

/** The same text as one: for what older versions took, and for names that come from elsewhere. */
export const oneLine = (text: string): string =>
  withoutHiddenEdges(text.replace(notOfOneLine, " ").replace(/\s+/g, " ").trim());

// What shows nothing: spaces, controls, what Unicode says that may be left out (Default_Ignorable_Code_Point, most of Cf), marks of
// annotations, and the Braille pattern without dots. The signs of Arabic numbers are Cf too, and are seen.
const hidden = "[\\p{Cc}\\p{Z}\\p{Default_Ignorable_Code_Point}\\ufff9-\\ufffb\\u2800]";
const isHidden = new RegExp(`^${hidden}$`, "u");
const beginsHidden = new RegExp(`^${hidden}`, "u");
const endsHidden = new RegExp(`${hidden}$`, "u");
const allHidden = new RegExp(`^${hidden}*$`, "u");

// The last of a word all the same: how an emoji is drawn, the end of a flag, a joiner after a vowel killer (Bengali, Malayalam),
// and which form of a Han or a Mongolian letter is meant.
const killers = "\\u094d\\u09cd\\u0a4d\\u0acd\\u0b4d\\u0bcd\\u0c4d\\u0ccd\\u0d4d\\u0dca";
const lastOfWord = new RegExp(
  `(?:\\p{Extended_Pictographic}\\p{Emoji_Modifier}?[\\ufe0e\\ufe0f]|\\u{1f3f4}[\\u{e0020}-\\u{e007e}]{1,6}\\u{e007f}|[${killers}][\\u200c\\u200d]` +
    `|\\p{Script=Han}[\\ufe00-\\ufe02\\u{e0100}-\\u{e01ef}]|\\p{Script=Mongolian}[\\u180b-\\u180d\\u180f])$`,
  "u",
);

/** True for a text in which nothing is to be seen, such as '' and a zero-width space. */
export const isBlank = (text: string): boolean => allHidden.test(text);

const hasHiddenEnd = (text: string): boolean => endsHidden.test(text) && !lastOfWord.test(text);

/** True for a text that begins and ends with what is seen: 'Site Host' and the same with a zero-width space look alike. */
export const hasSeenEdges = (text: string): boolean => !beginsHidden.test(text) && !hasHiddenEnd(text);

/** The same text without what nobody sees before and after it. */
export function withoutHiddenEdges(text: string): string {
  if (hasSeenEdges(text)) return text;
  const letters = Array.from(text);
  let [begin, end] = [0, letters.length];
  while (begin < end && isHidden.test(letters[begin] ?? "")) begin++;
  if (hasHiddenEnd(text)) while (end > begin && isHidden.test(letters[end - 1] ?? "")) end--;
  return letters.slice(begin, end).join("");
}

const ignorable = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** The same text without marks that show nothing, wherever they stand: for numbers, in which they mean nothing. */
export const withoutHidden = (text: string): string => text.replace(ignorable, (mark) => (/\s/.test(mark) ? " " : ""));

/** The same text with the decimal digits of every script as 0 to 9. */
export const plainDigits = (text: string): string => text.replace(/\p{Nd}/gu, (digit) => String(digitValue(digit)));

/** The value of a decimal digit of any script: Unicode keeps each script's ten digits together, in order. */
function digitValue(digit: string): number {
  // Full-width, bold and other variants of 0 to 9 stand in rows without a gap; they become 0 to 9 first.
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

/** The address of a picture that was uploaded to us: a path, so that it holds under whatever name this site is reached. */
export const ownPictureAddress = (id: string) => `/pictures/${id}.webp`;

/** The id of an uploaded picture, of its address; undefined of any other. */
export const uploadedIn = (address: string | null | undefined) =>
  /^\/pictures\/([0-9a-f-]{36})\.webp$/.exec(address ?? "")?.[1];

/** What of our own may stand as a picture: an uploaded one, a scene, a drawn avatar. */
const ownPictures = [
  new RegExp(`^${ownPictureAddress("[0-9a-f-]{36}")}$`),
  /^\/scenes\/[a-z]+(?:-\d)?\.svg$/,
  /^\/avatars\/(?:\w|%[0-9A-F]{2}){1,24}-\d\.svg$/,
];

/** True for the addresses of pictures that we take: on the web, or our own. */
export const isPictureAddress = (text: string): boolean =>
  ownPictures.some((own) => own.test(text)) || isWebAddress(text);

/** Small letters without marks, so that 'Koln' is found in 'Köln'. */
export const bareLetters = (text: string): string => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/** The same function, which finds out only what it has not found out lately; it begins again when it has kept `max` answers. */
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
