import { codeLength, codeLetters, type RosterPerson } from "#domain/gates/rules.ts";

// Reads a paper list typed back: codes one after the other, without a key in between.

/** The letters of a typed text that codes may contain. */
export const codeLettersIn = (text: string): string =>
  text
    .normalize("NFKC")
    .toUpperCase()
    .replace(new RegExp(`[^${codeLetters}]`, "gu"), "");

/** The last typed letter or digit that no code contains, for display; null if there is none. */
export const strayIn = (typed: string): string | null =>
  Array.from(typed.normalize("NFKC").toUpperCase()).findLast(
    (one) => /[\p{L}\p{N}]/u.test(one) && !codeLetters.includes(one),
  ) ?? null;

/** Splits a typed text into complete codes and the beginning of the next. */
export function codesIn(typed: string): { codes: string[]; rest: string } {
  const letters = codeLettersIn(typed);
  const whole = letters.length - (letters.length % codeLength);
  const codes = Array.from({ length: whole / codeLength }, (_, index) =>
    letters.slice(index * codeLength, (index + 1) * codeLength),
  );
  return { codes, rest: letters.slice(whole) };
}

/**
 * The person whom an unknown code may mean: their code differs in one letter, or has two swapped. Null if there
 * is none, or several.
 */
export function nearestTo<Person extends Pick<RosterPerson, "code">>(
  people: readonly Person[],
  code: string,
): Person | null {
  const near = people.filter((person) => isNear(person.code, code));
  return near.length === 1 ? (near[0] ?? null) : null;
}

function isNear(one: string, other: string): boolean {
  const differing = Array.from(one).flatMap((letter, index) => (letter === other.charAt(index) ? [] : [index]));
  const [first = 0, second = 0] = differing;
  if (differing.length === 1) return true;
  return (
    differing.length === 2 && one.charAt(first) === other.charAt(second) && one.charAt(second) === other.charAt(first)
  );
}
