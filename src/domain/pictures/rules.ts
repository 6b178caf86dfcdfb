import { keptDays } from "../privacy/rules.ts";

/** The largest file that is taken, in bytes: more than a browser sends after shrinking, less than hurts us. */
export const pictureBytesMax = 5 * 1024 * 1024;

/** The longest side of a picture as we keep it, in pixels: the largest frame of ours on a dense screen. */
export const pictureSideMax = 1600;

/** For how long a picture that nothing shows waits for the form that it was uploaded for, in milliseconds. */
export const unusedPictureKept = keptDays.unusedPicture * 86_400_000;

/** IPv4 addresses of a machine itself, of private networks and of none, as the URL standard writes them. */
const privateIPv4 =
  /^(0|10|127|22[4-9]|2[345]\d|169\.254|192\.168|172\.(1[6-9]|2\d|3[01])|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])|192\.0\.0|198\.1[89])\./;

/** Public IPv6 addresses begin with 2 or 3, but for those that an IPv4 address is wrapped in (Teredo, 6to4). */
const publicIPv6 = /^\[(?!2001::|2001:0:|2002:)[23]/;

/** Names that mean a machine itself, or one of a private network (RFC 6761, 6762, 8375): without a dot, or ending so. */
const privateName = /^[^.]*$|\.(localhost|local|internal|home\.arpa)$/;

/**
 * False for the address of a picture in somebody's own network: it would be another one, or none, for each reader, and reading
 * the page would ask a machine there for something. Our own address, `own`, may be there, where we are tried out.
 */
export function isPublicPicture(address: string, own: string | null): boolean {
  const url = URL.parse(address);
  // A path of ours is no address with a host.
  if (!url || url.origin === own) return true;
  const host = url.hostname.replace(/\.$/, "");
  if (host.startsWith("[")) return publicIPv6.test(host);
  return /^\d+(\.\d+){3}$/.test(host) ? !privateIPv4.test(host) : !privateName.test(host);
}
