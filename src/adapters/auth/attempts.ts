import { isIPv6 } from "node:net";
import { Failure } from "#domain/failure.ts";

const minute = 60_000;

/**
 * Counts attempts by network address, in the memory of this process, and refuses those beyond `most` in a minute.
 * The minute begins with an address's first attempt. Counts are dropped when their minute is over.
 */
export function limitAttempts(most: number, now: () => Date) {
  const counts = new Map<string, { since: number; attempts: number }>();

  /** Counts one attempt. @throws Failure too_many_attempts */
  return function count(address: string): void {
    const time = now().getTime();
    const subnet = subnetOf(address);
    // The first to begin stand first, so that this stops at the first one that still counts.
    for (const [key, { since }] of counts) {
      if (time - since < minute) break;
      counts.delete(key);
    }
    const entry = counts.get(subnet) ?? { since: time, attempts: 0 };
    counts.set(subnet, entry);
    if (++entry.attempts > most) throw new Failure("too_many_attempts");
  };
}

/** The address itself; of an IPv6 address its first 64 bits, which are one customer's to fill as they like. */
function subnetOf(address: string): string {
  const v4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (v4 !== undefined || !isIPv6(address)) return v4 ?? address;
  const [head = "", tail] = (address.split("%")[0] ?? "").split("::");
  const groups = head === "" ? [] : head.split(":");
  // What '::' leaves out is zeros; anything that stands after them is beyond the first half, or few enough to count.
  const missing = tail === undefined ? 0 : 8 - groups.length - (tail === "" ? 0 : tail.split(":").length);
  const all = [...groups, ...Array.from({ length: missing }, () => "0"), ...(tail ? tail.split(":") : [])];
  return all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":");
}
