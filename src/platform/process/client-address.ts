import { isIP, type BlockList } from "node:net";

/**
 * Returns the network address of the real caller. `peer` is the other end of the connection. Behind proxies it is the
 * last of them, and each has appended its own caller to X-Forwarded-For. The list is read from the right, through
 * trusted proxies only: entries further left could have been made up by the caller.
 * @param forwardedFor the header, or undefined if there is none
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

/** Normalizes an address: an IPv4 address that a dual-stack socket shows as `::ffff:1.2.3.4` becomes IPv4. */
const plain = (address: string): string => address.trim().replace(/^::ffff:(?=\d+\.)/i, "");

/** True if the other end of a connection is a proxy that we trust. */
export function isTrusted(peer: string, trusted: BlockList): boolean {
  const address = plain(peer);
  const version = isIP(address);
  return version !== 0 && trusted.check(address, version === 6 ? "ipv6" : "ipv4");
}
