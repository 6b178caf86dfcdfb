import { domainToASCII, domainToUnicode } from "node:url";
import { isEmail, asTyped } from "./rules.ts";

/**
 * An e-mail address as we keep it, one text for one mailbox: in lower case, its domain in letters ('bücher.example', also when a
 * browser made 'xn--bcher-kva.example' of it). Null for what is no address, and for a domain that there cannot be.
 */
export function mailboxOf(typed: string): string | null {
  const address = asTyped(typed);
  if (!isEmail(address)) return null;
  const at = address.lastIndexOf("@") + 1;
  const ascii = domainToASCII(address.slice(at));
  // As long as names can be (RFC 1035), which a name in letters does not show.
  if (ascii.length > 253 || ascii.split(".").some((label) => label.length > 63)) return null;
  const kept = address.slice(0, at).toLowerCase().normalize("NFC") + domainToUnicode(ascii);
  // A domain that there cannot be is '' by now, or still has such a label.
  return isEmail(kept) && !/[@.]xn--/.test(kept) ? kept : null;
}

/** An address as mail servers are told it: its domain in ASCII. The part before it stays; only some servers take letters there. */
export function asciiDomain(address: string): string {
  const at = address.lastIndexOf("@") + 1;
  return address.slice(0, at) + (domainToASCII(address.slice(at)) || address.slice(at));
}
