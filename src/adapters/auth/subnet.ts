import { isIPv6 } from "node:net";

/**
 * Returns the first 48 bits of an IPv6 address, which are one site's; a site has 65,536 subnets. Null for other
 * addresses.
 */
export function siteOf(address: string): string | null {
  const subnet = subnetOf(address);
  return subnet.includes(":") ? subnet.split(":").slice(0, 3).join(":") : null;
}

/** Returns the address itself, or for an IPv6 address the first 64 bits, because a customer chooses the rest. */
export function subnetOf(address: string): string {
  const v4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (v4 !== undefined || !isIPv6(address)) return v4 ?? address;
  const [head = "", tail] = (address.split("%")[0] ?? "").split("::");
  const groups = head === "" ? [] : head.split(":");
  // '::' replaces zeros. Groups after it are beyond the first half, or few enough to count.
  const missing = tail === undefined ? 0 : 8 - groups.length - (tail === "" ? 0 : tail.split(":").length);
  const all = [...groups, ...Array.from({ length: missing }, () => "0"), ...(tail ? tail.split(":") : [])];
  return all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":");
}
