import { plainNumber, withoutHiddenEdges } from "../rules.ts";

// The rules for values that name or reach people, regardless of the call they come in by. Browsers load this file;
// `shapes.ts` makes schemas of it, and no other file has a rule of its own (`values.test.ts` checks).

export const nameMax = 80;
export const emailMax = 254;

// RFC 5322's dot-atom, with RFC 6531's letters of every script. Quotes, comments and lists would allow many spellings
// of one mailbox, and would mean something else to a program that parses them.
const atom = "[\\p{L}\\p{M}\\p{N}!#$%&'*+/=?^_`{|}~-]+";
const label = "[\\p{L}\\p{N}](?:[\\p{L}\\p{M}\\p{N}-]{0,61}[\\p{L}\\p{M}\\p{N}])?";
const mailbox = new RegExp(`^${atom}(?:\\.${atom})*@(?:${label}\\.)+(?=\\p{L})${label}$`, "u");

/**
 * True for the address of one mailbox in plain notation; only a mail can show whether it works. Each letter has one
 * form: full-width letters and ligatures are rejected.
 */
export const isEmail = (text: string): boolean =>
  text.length <= emailMax && mailbox.test(text) && text.normalize("NFKC") === text;

/** Trims a typed or pasted e-mail or web address, without invisible characters around it, in one Unicode form. */
export const asTyped = (typed: string): string => withoutHiddenEdges(typed.trim().normalize("NFC"));

/** The maximum length of a stored phone number, in characters; the limits of its digits are below. */
export const phoneMax = 40;
/** The maximum length of typed text that is searched for a number, with everything that a paste brings along. */
export const phoneTypedMax = 200;
const digitsMin = 5;
const digitsMax = 20;

/** The words before an extension: English, German, Spanish, Portuguese, French, Italian, Polish, Russian. */
const extensionWords = "extension|extn|ext|ex|x|durchwahl|dw|nst|int|interno|anexo|ramal|poste|wew|доб|#";
const withExtension = new RegExp(`^(.*\\d\\)?)[\\s,;(]*(?:${extensionWords})[\\s.:=#]*(\\d{1,7})\\)?$`, "iu");
const paused = /^(.*\d)\s*[,;]+\s*(\d{1,7})$/u;
const number = /^(?:\+|\(\+?)?[\d\s().\-/]+$/u;
/** The zero for callers from the same country: '+44 (0)20'. It is not dialed after a country code. */
const domesticZero = /^((?:\+|00)[^(]*)\(0\)/;

/**
 * Returns a phone number in the form that we store: with its owner's grouping, in characters that every keyboard has.
 * Digits of every script become 0 to 9, dashes and spaces become plain ones, an extension becomes ' ext. 12', and
 * invisible characters are removed. Null for an invalid number.
 */
export function phoneOf(typed: string): string | null {
  if (typed.length > phoneTypedMax) return null;
  const plain = plainNumber(typed)
    .replace(/[\p{Pd}\u2212\u30fc]/gu, "-")
    .replace(/[\u2044\u2215]/g, "/")
    .replace(/[\u00b7\u2022\u30fb]/g, ".")
    .replace(/\s+/g, " ")
    .trim()
    .replace(/^tel[.:]? ?/i, "");
  const [, first = plain, extension] = withExtension.exec(plain) ?? paused.exec(plain) ?? [];
  const base = first.trim();
  const digits = base.replace(/\D/g, "").length;
  if (!number.test(base) || digits < digitsMin || digits > digitsMax) return null;
  const kept = extension === undefined ? base : `${base} ext. ${extension}`;
  return kept.length <= phoneMax ? kept : null;
}

/** True for a text that can be a phone number, in any notation. */
export const isPhone = (typed: string): boolean => phoneOf(typed) !== null;

/**
 * Returns the digits to dial for a stored number, after `tel:`; an extension follows a pause. Null for an invalid
 * number.
 */
export function dialed(phone: string): string | null {
  const kept = phoneOf(phone);
  if (kept === null) return null;
  const [base = "", extension] = kept.split(" ext. ");
  const digits = base
    .replace(/^\(\+/, "+")
    .replace(domesticZero, "$1")
    .replace(/[^+\d]/g, "");
  return extension === undefined ? digits : `${digits},${extension}`;
}
