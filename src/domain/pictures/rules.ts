import { keptDays } from "../privacy/rules.ts";

/** The largest accepted file, in bytes: more than a browser sends after shrinking, but small enough for the server. */
export const pictureBytesMax = 5 * 1024 * 1024;

/** The longest side of a stored picture, in pixels: that of our largest frame on a high-density screen. */
export const pictureSideMax = 1600;

/** The time for which an unused picture waits for its form to be sent, in milliseconds. */
export const unusedPictureKept = keptDays.unusedPicture * 86_400_000;

/** IPv4 addresses of the machine itself, of private networks and unassigned ones, in the URL standard's format. */
const privateIPv4 =
  /^(0|10|127|22[4-9]|2[345]\d|169\.254|192\.168|172\.(1[6-9]|2\d|3[01])|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])|192\.0\.0|198\.1[89])\./;

/** Public IPv6 addresses begin with 2 or 3, except those that wrap an IPv4 address (Teredo, 6to4). */
const publicIPv6 = /^\[(?!2001::|2001:0:|2002:)[23]/;

/**
 * Names of the machine itself or of a private network (RFC 6761, 6762, 8375): those without a dot, or with one of these
 * endings.
 */
const privateName = /^[^.]*$|\.(localhost|local|internal|home\.arpa)$/;

/**
 * False for the address of a picture in a private network. Such an address would show a different picture, or none, to
 * each reader, and loading the page would send a request to a machine there. Our own address, `own`, may be in one, for
 * example on a developer's machine.
 */
export function isPublicPicture(address: string, own: string | null): boolean {
  const url = URL.parse(address);
  // A path on our own site has no host.
  if (!url || url.origin === own) return true;
  const host = url.hostname.replace(/\.$/, "");
  if (host.startsWith("[")) return publicIPv6.test(host);
  return /^\d+(\.\d+){3}$/.test(host) ? !privateIPv4.test(host) : !privateName.test(host);
}
