import { domainToASCII, domainToUnicode } from "node:url";
import { isEmail, asTyped } from "./rules.ts";

/**
 * Returns an e-mail address in the form that we store, one text for one mailbox: in lower case, its domain in letters
 * ('bücher.example', even if a browser made 'xn--bcher-kva.example' of it). Null for an invalid address or an
 * impossible domain.
 */
export function mailboxOf(typed: string): string | null {
  const address = asTyped(typed);
  if (!isEmail(address)) return null;
  const at = address.lastIndexOf("@") + 1;
  const ascii = domainToASCII(address.slice(at));
  // The maximum lengths of names (RFC 1035), which cannot be checked in the form with letters.
  if (ascii.length > 253 || ascii.split(".").some((label) => label.length > 63)) return null;
  const kept = address.slice(0, at).toLowerCase().normalize("NFC") + domainToUnicode(ascii);
  // An impossible domain has become '' here, or still has such a label.
  return isEmail(kept) && !/[@.]xn--/.test(kept) ? kept : null;
}

/**
 * Returns an address as mail servers need it: with its domain in ASCII. The local part is unchanged; only some servers
 * accept letters there.
 */
export function asciiDomain(address: string): string {
  const at = address.lastIndexOf("@") + 1;
  return address.slice(0, at) + (domainToASCII(address.slice(at)) || address.slice(at));
}
