import { isIP, type BlockList } from "node:net";

/**
 * The network address of the real caller. `peer` is the other end of the connection; behind proxies that is the last of
 * them, and each has added to X-Forwarded-For whom it was asked by. The list is read from its right end, and only as far
 * as the proxies that we trust go: whatever stands further left could have been made up by the caller.
 * @param forwardedFor the header, or undefined when there is none
 */
export function clientAddress(peer: string, forwardedFor: string | undefined, trusted: BlockList): string {
  const claimed = (forwardedFor ?? "").split(",").map(plain).toReversed();
  let address = plain(peer);
  for (const claim of claimed) {
    if (!isIP(claim) || !isTrusted(address, trusted)) return address;
    address = claim;
  }
  return address;
}

/** An address in its one form: an IPv4 address that a socket for both versions shows as `::ffff:1.2.3.4` is IPv4. */
const plain = (address: string): string => address.trim().replace(/^::ffff:(?=\d+\.)/i, "");

/** Whether the other end of a connection is a proxy that we trust. */
export function isTrusted(peer: string, trusted: BlockList): boolean {
  const address = plain(peer);
  const version = isIP(address);
  return version !== 0 && trusted.check(address, version === 6 ? "ipv6" : "ipv4");
}
