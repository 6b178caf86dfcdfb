import { BlockList, isIP } from "node:net";
import { hostname, networkInterfaces } from "node:os";

/** ORIGIN, null when it is not set, and where this process listens. */
type Place = { origin: string | null; host: string; port: number };

/** Where links lead that no request has to do with, such as those in mails: without ORIGIN to this machine. */
export function publicAddress({ origin, host, port }: Place): string {
  const isAny = ["127.0.0.1", "0.0.0.0", "::", "::1"].includes(host);
  return origin ?? `http://${isAny ? "localhost" : isIP(host) === 6 ? `[${host}]` : host}:${port}`;
}

/** Where the messages of the contact page go: to the sender of our mails, where nobody else is named. */
export function contactOf({ contactEmail, mailFrom }: { contactEmail: string | null; mailFrom: string }): string {
  return contactEmail ?? /<([^<>]+)>$/.exec(mailFrom)?.[1] ?? mailFrom;
}

/**
 * Where the links of an answer lead: to ORIGIN; without one to the host that the request names, as long as that is this
 * machine. Any other host could be made up, and what is answered is kept by caches, search engines and other programs.
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

/** Asked each time: a laptop changes its networks. */
function isOfThisMachine(address: string): boolean {
  const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return loopback.check(address, isIP(address) === 6 ? "ipv6" : "ipv4") || own.some((one) => one.address === address);
}
