/** The longest address of a page or picture that we keep, in UTF-16 code units. */
export const urlMax = 2000;

/** The longest page of a list, and its length when the caller names none. */
export const pageMax = 100;

/** The longest message, to us or to the people of an event, in characters as a person counts them. */
export const messageMax = 2000;

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** How many characters a person sees in a text: 'é' and a family emoji are one each, in every script. */
export function lengthOf(text: string): number {
  // Nothing but the printable characters of ASCII: one code unit is one character.
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  let length = 0;
  for (const _ of graphemes.segment(text)) length++;
  return length;
}

/** The first `max` characters of a text as a person counts them, never half of one. */
export function firstCharacters(text: string, max: number): string {
  if (text.length <= max) return text;
  let length = 0;
  for (const { index } of graphemes.segment(text)) {
    if (length++ === max) return text.slice(0, index);
  }
  return text;
}

/** True for an absolute `http` or `https` address. */
function isWebAddress(text: string): boolean {
  try {
    return ["http:", "https:"].includes(new URL(text).protocol);
  } catch {
    return false;
  }
}

/** The address of a picture that was uploaded to us: a path, so that it holds under whatever name this site is reached. */
export const ownPictureAddress = (id: string) => `/pictures/${id}.webp`;

const ownPicture = new RegExp(`^${ownPictureAddress("[0-9a-f-]{36}")}$`);

/** True for the addresses of pictures that we take: on the web, or uploaded to us. */
export const isPictureAddress = (text: string): boolean => ownPicture.test(text) || isWebAddress(text);
