import { describe, expect, it } from "vitest";
import { isPublicAddress } from "./public-address.ts";

const words = (text: string) => text.split(/\s+/);

/** The first and last address of each non-public range, by its use. */
const refused = {
  "this machine": "0.0.0.0 0.255.255.255 127.0.0.1 127.255.255.255 ::1 ::",
  "private networks":
    "10.0.0.1 10.255.255.255 172.16.0.1 172.31.255.255 192.168.0.1 192.168.255.255 fc00::1 fd12:3456::1",
  "a link": "169.254.0.1 169.254.255.255 fe80::1 fe80::1%eth0 febf::1 fec0::1",
  "a carrier's own (CGNAT)": "100.64.0.1 100.127.255.255",
  "multicast and reserved": "224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255 ff02::1 ff0e::1",
  "documentation and tests": `192.0.2.1 198.51.100.1 203.0.113.255 198.18.0.1 198.19.255.255 2001:db8::1 3fff::1
    3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff`,
  "protocols and relays":
    "192.0.0.8 192.88.99.1 192.31.196.1 192.52.193.1 192.175.48.1 2001::1 2001:1ff::1 2620:4f:8000::1",
  "what tells machines about themselves": "169.254.169.254 100.100.100.200 192.0.0.192 168.63.129.16 fd00:ec2::254",
  "IPv4 in IPv6: mapped, compatible": "::ffff:127.0.0.1 ::ffff:10.0.0.1 ::ffff:7f00:1 ::ffff:93.184.215.14 ::127.0.0.1",
  "IPv4 in IPv6: NAT64, 6to4, Teredo":
    "64:ff9b::7f00:1 64:ff9b::a9fe:a9fe 64:ff9b:1::1 2002:7f00:1:: 2002:a00:1::1 2001:0:7f00:1::",
  "no address": "localhost example.org 1.2.3 1.2.3.4.5 0x7f000001 2130706433 [::1] :: 12345::",
};
const taken = `1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.0 93.184.215.14 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0
  169.253.255.255 169.255.0.0 172.15.255.255 172.32.0.0 191.255.255.255 192.0.1.0 192.167.255.255 192.169.0.0 198.17.255.255
  198.20.0.0 203.0.112.255 203.0.114.0 223.255.255.255 168.63.129.15 2001:200:: 2001:4860:4860::8888 2001:db7:: 2606:4700::1111
  2003:: 2a00:1450:4001::1 3ffe::1`;

describe("isPublicAddress", () => {
  it.each(Object.entries(refused))("rejects %s", (_what, addresses) => {
    expect(words(addresses).filter(isPublicAddress)).toEqual([]);
  });

  it("accepts the public addresses next to these", () => {
    expect(words(taken).filter((address) => !isPublicAddress(address))).toEqual([]);
  });
});
