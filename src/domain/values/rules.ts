import { plainDigits, withoutHidden, withoutHiddenEdges } from "../rules.ts";

// What a value is that people are named by or reached by, whichever door it comes in at. Browsers have this; `shapes.ts` makes
// schemas of it, and no other file has a rule of its own (`values.test.ts` looks).

export const nameMax = 80;
export const emailMax = 254;

// RFC 5322's dot-atom, with RFC 6531's letters of every script. Quotes, comments and lists would spell one mailbox in many
// ways, and say something else to a program that parses them.
const atom = "[\\p{L}\\p{M}\\p{N}!#$%&'*+/=?^_`{|}~-]+";
const label = "[\\p{L}\\p{N}](?:[\\p{L}\\p{M}\\p{N}-]{0,61}[\\p{L}\\p{M}\\p{N}])?";
const mailbox = new RegExp(`^${atom}(?:\\.${atom})*@(?:${label}\\.)+(?=\\p{L})${label}$`, "u");

/**
 * True for a text that is the address of one mailbox, written in the plain way; only a mail can tell whether it works.
 * Letters have one form each: a full-width one or a ligature is refused.
 */
export const isEmail = (text: string): boolean =>
  text.length <= emailMax && mailbox.test(text) && text.normalize("NFKC") === text;

/** An e-mail or web address as somebody typed or pasted it, in one Unicode form and without what nobody sees around it. */
export const asTyped = (typed: string): string => withoutHiddenEdges(typed.trim().normalize("NFC"));

/** The length of a phone number as we keep it, in characters, and how many digits it has. */
export const phoneMax = 40;
/** As much as is looked through for one, with all that a paste brings along. */
export const phoneTypedMax = 200;
const digitsMin = 5;
const digitsMax = 20;

/** The words that people write before an extension: English, German, Spanish, Portuguese, French, Italian, Polish, Russian. */
const extensionWords = "extension|extn|ext|ex|x|durchwahl|dw|nst|int|interno|anexo|ramal|poste|wew|доб|#";
const withExtension = new RegExp(`^(.*\\d\\)?)[\\s,;(]*(?:${extensionWords})[\\s.:=#]*(\\d{1,7})\\)?$`, "iu");
const paused = /^(.*\d)\s*[,;]+\s*(\d{1,7})$/u;
const number = /^(?:\+|\(\+?)?[\d\s().\-/]+$/u;
/** The zero that some write for callers from their own country: '+44 (0)20'. It is not dialed after a country's number. */
const domesticZero = /^((?:\+|00)[^(]*)\(0\)/;

/**
 * A phone number as we keep it: as its owner grouped it, in signs that every keyboard has. Digits of every script become 0 to 9, every
 * dash and space becomes the plain one, an extension is ' ext. 12', and what a paste brings along unseen goes. Null for what is no number.
 */
export function phoneOf(typed: string): string | null {
  if (typed.length > phoneTypedMax) return null;
  const plain = plainDigits(withoutHidden(typed).normalize("NFKC"))
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

/** True for a text that can be a phone number, in whichever way people write one. */
export const isPhone = (typed: string): boolean => phoneOf(typed) !== null;

/** What a phone dials for a number as we keep it, after `tel:`; an extension comes after a pause. Null for what is no number. */
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
