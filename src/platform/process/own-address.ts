import { BlockList, isIP } from "node:net";
import { hostname, networkInterfaces } from "node:os";

/** ORIGIN, or null, and the address and port of this process. */
type Place = { origin: string | null; host: string; port: number };

/** Returns the beginning of links outside of requests, such as those in mails: without ORIGIN, this machine. */
export function publicAddress({ origin, host, port }: Place): string {
  const isAny = ["127.0.0.1", "0.0.0.0", "::", "::1"].includes(host);
  return origin ?? `http://${isAny ? "localhost" : isIP(host) === 6 ? `[${host}]` : host}:${port}`;
}

/** Returns the recipient of messages from the contact page: by default the sender of our mails. */
export function contactOf({ contactEmail, mailFrom }: { contactEmail: string | null; mailFrom: string }): string {
  return contactEmail ?? /<([^<>]+)>$/.exec(mailFrom)?.[1] ?? mailFrom;
}

/**
 * Returns a function that gives the beginning of an answer's links: ORIGIN, or else the request's host if it is this
 * machine. Any other host could be forged, and answers are kept by caches, search engines and other programs.
 */
export function createOwnAddress(place: Place): (url: string) => string {
  const fallback = publicAddress(place);
  const names = ["localhost", place.host, hostname(), `${hostname()}.local`].map((name) => name.toLowerCase());
  return (url) => {
    if (place.origin !== null) return place.origin;
    const asked = new URL(url);
    const name = asked.hostname.replace(/^\[|\]$/g, "");
    return (isIP(name) ? isOfThisMachine(name) : names.includes(name)) ? asked.origin : fallback;
  };
}

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");

/** Checked each time, because a laptop changes its networks. */
function isOfThisMachine(address: string): boolean {
  const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return loopback.check(address, isIP(address) === 6 ? "ipv6" : "ipv4") || own.some((one) => one.address === address);
}
