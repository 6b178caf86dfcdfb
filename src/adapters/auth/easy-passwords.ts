import { Failure } from "#domain/failure.ts";
import { passwordMin } from "#domain/members/rules.ts";

/** How many of the most used passwords are refused: those that somebody who guesses tries first. */
const mostUsed = 10_000;

/** A part of a name or an address that is shorter than this is in any word, and so many letters more make none of their own. */
const partMin = 3;

/** The person whose password it is to be. */
type Owner = { name: string; email: string };

let list: Promise<ReadonlySet<string>> | undefined;

/**
 * The most used passwords, in lower case as the list has them. Our rules want both cases, and people who have to give an
 * upper-case letter make the first one so: they are compared without regard to it. Read when the first is asked for: 30 ms.
 */
async function readList(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  return new Set(dictionary["passwords-common"].slice(0, mostUsed).filter((word) => word.length >= passwordMin));
}

/**
 * Refuses a new password that is guessed at once, though it keeps the specification's three rules: one of the most used, or
 * one that is made of its owner's name or address.
 * @param field of the input, for the error
 * @throws Failure invalid
 */
export async function refuseEasyPassword(password: string, owner: Owner, field: string): Promise<void> {
  const word = folded(password);
  list ??= readList();
  if ((await list).has(word)) throw new Failure("invalid", [{ path: field, rule: "rule.password.common" }]);
  if (isMadeOf(word, owner)) throw new Failure("invalid", [{ path: field, rule: "rule.password.own" }]);
}

/** Whether nothing of a word that could be one is left without the parts of a name and an address. */
function isMadeOf(word: string, { name, email }: Owner): boolean {
  const parts = folded(`${name} ${email}`)
    .split(/[^\p{L}]+/u)
    .filter((part) => part.length >= partMin)
    .toSorted((a, b) => b.length - a.length);
  const rest = parts.reduce((left, part) => left.replaceAll(part, " "), word);
  return rest !== word && (rest.match(/\p{L}/gu) ?? []).length < partMin;
}

/** Without case and accents. */
const folded = (text: string) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
