import { domainToASCII, domainToUnicode } from "node:url";

/**
 * An e-mail address as we keep it, one text for one mailbox: in lower case, its domain in letters ('bücher.example', also when a
 * browser made 'xn--bcher-kva.example' of it; '' for a domain that there cannot be).
 */
export function mailboxOf(address: string): string {
  const at = address.lastIndexOf("@") + 1;
  return address.slice(0, at).toLowerCase().normalize("NFC") + domainToUnicode(domainToASCII(address.slice(at)));
}
