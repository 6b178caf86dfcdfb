/** Specification 9: a password has at least 6 characters. The upper bound keeps hashing cheap for us, not safe for you. */
export const passwordMin = 6;
export const passwordMax = 128;
export const nameMax = 80;
export const emailMax = 254;

/**
 * The first of the three password rules that a password breaks, in the specification's order (5 'Registration'),
 * or null when it keeps them all. Letters are of any script that has cases.
 */
export function brokenPasswordRule(password: string) {
  if (password.length < passwordMin) return "rule.password.too_short";
  if (!/\p{Lu}/u.test(password)) return "rule.password.uppercase";
  if (!/\p{Ll}/u.test(password)) return "rule.password.lowercase";
  if (password.length > passwordMax) return "rule.password.too_long";
  return null;
}

/** True for a text that looks like an e-mail address; only a mail can tell whether it works. */
export const isEmail = (text: string): boolean =>
  text.length <= emailMax && /^[^\s@\p{C}]+@[^\s@.\p{C}]+(\.[^\s@.\p{C}]+)+$/u.test(text);

/** Up to two initials of a name, as a person would write them; `fallback` when it has none (specification 2 'Event Details': R). */
export function initialsOf(name: string | null | undefined, fallback = "R"): string {
  const words = (name ?? "").trim().split(/\s+/).filter(Boolean);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  const initials = ends.map((word) => word?.match(/\p{L}|\p{N}/u)?.[0] ?? "").join("");
  return initials.toLocaleUpperCase("en") || fallback;
}
