import { BlockList, isIP } from "node:net";

/**
 * IPv4 addresses that are not public (IANA's registry of special-purpose addresses): local, private and carriers'
 * networks, link-local, documentation and tests, relays, multicast and reserved. Also the public address at which Azure
 * gives its machines data about themselves.
 */
const notPublicIPv4 = `0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24
  192.31.196.0/24 192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24
  224.0.0.0/4 240.0.0.0/4 168.63.129.16/32`;

/**
 * Public machines have IPv6 addresses only in 2000::/3. These ranges in it are not public: protocols such as Teredo,
 * documentation, and 6to4, in which any IPv4 address can be wrapped. Other ranges that wrap IPv4 (::ffff:0:0/96,
 * 64:ff9b::/96) are outside of 2000::/3.
 */
const notPublicIPv6 = "2001::/23 2001:db8::/32 2002::/16 2620:4f:8000::/48 3fff::/20";

const publicIPv6 = listOf("2000::/3", "ipv6");
const [refusedIPv4, refusedIPv6] = [listOf(notPublicIPv4, "ipv4"), listOf(notPublicIPv6, "ipv6")];

/** True for the address of a publicly reachable machine; false for all others, and for invalid addresses. */
export function isPublicAddress(address: string): boolean {
  // An address with a zone ('fe80::1%eth0') is link-local.
  if (address.includes("%")) return false;
  const version = isIP(address);
  if (version === 4) return !refusedIPv4.check(address, "ipv4");
  return version === 6 && publicIPv6.check(address, "ipv6") && !refusedIPv6.check(address, "ipv6");
}

function listOf(ranges: string, family: "ipv4" | "ipv6"): BlockList {
  const list = new BlockList();
  for (const range of ranges.split(/\s+/)) {
    const [address = "", bits] = range.split("/");
    list.addSubnet(address, Number(bits), family);
  }
  return list;
}
