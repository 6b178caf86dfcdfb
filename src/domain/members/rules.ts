import { bareLetters, plainNumber } from "../rules.ts";

/**
 * Specification 9: a password has at least 6 characters. The upper limit keeps hashing cheap for us; it does not make
 * passwords safer.
 */
export const passwordMin = 6;
export const passwordMax = 128;
/** The maximum number of passkeys of a member: one for each device, and some more. */
export const passkeysMax = 20;
export const passkeyNameMax = 40;
/** The number of digits of a mailed code. */
export const codeLength = 6;

/** The digits of a code in typed or pasted text, up to the length of a code. */
export const codeIn = (typed: string): string => plainNumber(typed).replace(/\D/g, "").slice(0, codeLength);

/**
 * The first broken rule of a password: the three rules in the specification's order (5 'Registration'), then ours; null
 * if it breaks none. Letters may be of any script with cases.
 */
export function brokenPasswordRule(password: string) {
  if (password.length < passwordMin) return "too_short";
  if (!/\p{Lu}/u.test(password)) return "uppercase";
  if (!/\p{Ll}/u.test(password)) return "lowercase";
  if (password.length > passwordMax) return "too_long";
  if (isPattern(password)) return "pattern";
  return null;
}

/** Rows of keys that people type in sequence, besides alphabets. */
const rows = ["01234567890", "qwertyuiop", "qwertzuiop", "azertyuiop", "asdfghjkl", "zxcvbnm"];

/** The minimum number of characters of a sequence, and the minimum number outside sequences in a good password. */
const sequenceMin = 3;

/**
 * Tests whether a password is a sequence, a repetition, or made of these: 'Abcdef', 'Aaaaaa', 'Abab1234'. Fewer than
 * three of its characters are outside them, ignoring case and accents.
 */
function isPattern(password: string): boolean {
  const signs = Array.from(bareLetters(password));
  if (/^(.{1,3}?)\1+.?$/su.test(signs.join(""))) return true;
  let left = 0;
  for (let at = 0; at < signs.length;) {
    const length = sequenceAt(signs, at);
    left += length < sequenceMin ? 1 : 0;
    at += length < sequenceMin ? 1 : length;
  }
  return left < sequenceMin;
}

/**
 * Counts the characters from a position on that continue with the same step: the same character, the next or the
 * previous one in an alphabet or a row of keys.
 */
function sequenceAt(signs: readonly string[], from: number): number {
  const steps = [0, 1, -1].map((step) => {
    let end = from + 1;
    while (end < signs.length && isStep(signs[end - 1] ?? "", signs[end] ?? "", step)) end++;
    return end - from;
  });
  return Math.max(...steps);
}

function isStep(one: string, next: string, step: number): boolean {
  if ((one.codePointAt(0) ?? 0) + step === next.codePointAt(0)) return true;
  return step !== 0 && rows.some((row) => row.includes(step > 0 ? one + next : next + one));
}

/**
 * Up to two initials of a name, as a person would write them; `fallback` if it has none (specification 2 'Event
 * Details': R).
 */
export function initialsOf(name: string | null | undefined, fallback = "R"): string {
  const words = (name ?? "").trim().split(/\s+/).filter(Boolean);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  const initials = ends.map((word) => word?.match(/\p{L}|\p{N}/u)?.[0] ?? "").join("");
  return initials.toLocaleUpperCase("en") || fallback;
}

/** The number of colors for people without a picture. */
export const hueCount = 7;

/** A color (from 0), the same for the same name on every device. */
export function hueOf(name: string): number {
  let hash = 7;
  for (const letter of name) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 9973;
  return hash % hueCount;
}

/** The address of a member's initials on their color, drawn by us, in place of a photo. */
export const avatarAddress = (name: string): string =>
  `/avatars/${encodeURIComponent(initialsOf(name, "G"))}-${hueOf(name.trim())}.svg`;

export const isAvatarAddress = (address: string): boolean => address.startsWith("/avatars/");

/** The content of the drawn avatar at `/avatars/<name>`, or null for an unknown one. */
export function avatarNamed(name: string): { initials: string; hue: number } | null {
  const [, initials, hue] = /^([\p{L}\p{N}\p{M}]{1,6})-([0-6])\.svg$/u.exec(name) ?? [];
  return initials && hue ? { initials, hue: Number(hue) } : null;
}

/** Tests whether an address belongs to the demo content. */
export const isDemo = (email: string): boolean => /^(organizer|member)-\d+@demo\.example$/.test(email);
