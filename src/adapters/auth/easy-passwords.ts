import { Failure } from "#domain/failure.ts";
import { passwordMin } from "#domain/members/rules.ts";

/** The number of most used passwords that are refused; attackers try these first. */
const mostUsed = 10_000;

/**
 * The minimum length of a part of a name or an address, because shorter ones occur in any word. Also the number of
 * letters that may be added to such a part and still leave the password easy.
 */
const partMin = 3;

/** The future owner of the password. */
type Owner = { name: string; email: string };

let list: Promise<ReadonlySet<string>> | undefined;

/**
 * Reads the most used passwords, in lower case. Our rules require both cases, and most people capitalize the first
 * letter, so passwords are compared ignoring case. Read on first use: 30 ms.
 */
async function readList(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  return new Set(dictionary["passwords-common"].slice(0, mostUsed).filter((word) => word.length >= passwordMin));
}

/**
 * Refuses a new password that is easy to guess although it follows the specification's three rules: one of the most
 * used, or one made of its owner's name or address.
 * @param field the input's field in which the error is reported
 * @throws Failure invalid
 */
export async function refuseEasyPassword(password: string, owner: Owner, field: string): Promise<void> {
  const word = folded(password);
  list ??= readList();
  if ((await list).has(word)) throw new Failure("invalid", [{ path: field, rule: "rule.password.common" }]);
  if (isMadeOf(word, owner)) throw new Failure("invalid", [{ path: field, rule: "rule.password.own" }]);
}

/** True if too little of a word is left to be a password without the parts of a name and an address. */
function isMadeOf(word: string, { name, email }: Owner): boolean {
  const parts = folded(`${name} ${email}`)
    .split(/[^\p{L}]+/u)
    .filter((part) => part.length >= partMin)
    .toSorted((a, b) => b.length - a.length);
  const rest = parts.reduce((left, part) => left.replaceAll(part, " "), word);
  return rest !== word && (rest.match(/\p{L}/gu) ?? []).length < partMin;
}

/** Removes case and accents. */
const folded = (text: string) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
