import { describe, expect, it } from "vitest";
import { clientAddress } from "./client-address.ts";
import { readConfig } from "../config/config.ts";

const { trustedProxies } = readConfig({ TRUSTED_PROXIES: "10.0.0.0/8,::1" });

describe("clientAddress", () => {
  it.each([
    ["nobody forwards", "203.0.113.5", undefined, "203.0.113.5"],
    ["a stranger claims to forward", "203.0.113.5", "198.51.100.1", "203.0.113.5"],
    ["our proxy forwards", "10.0.0.2", "203.0.113.5", "203.0.113.5"],
    ["our proxy forwards what the caller made up", "10.0.0.2", "1.1.1.1, 203.0.113.5", "203.0.113.5"],
    ["two of our proxies forward", "::1", "203.0.113.5, 10.0.0.2", "203.0.113.5"],
    ["our proxy is the caller itself", "10.0.0.2", "10.0.0.3", "10.0.0.3"],
    ["a forwarded entry is not an address", "10.0.0.2", "203.0.113.5, unknown", "10.0.0.2"],
    ["our proxy forwards nothing", "10.0.0.2", "", "10.0.0.2"],
    ["an IPv4 address is written as IPv6", "::ffff:10.0.0.2", "::ffff:203.0.113.5", "203.0.113.5"],
    ["the caller makes up a whole chain", "10.0.0.2", "10.0.0.9, ::1, 10.1.1.1, 203.0.113.5", "203.0.113.5"],
    ["the caller makes up one of our proxies", "203.0.113.5", "198.51.100.1, 10.0.0.2", "203.0.113.5"],
    ["the caller makes up characters that continue a header", "10.0.0.2", "1.1.1.1\t,\t203.0.113.5", "203.0.113.5"],
    ["an address has a port, which we do not parse", "10.0.0.2", "203.0.113.5:4711", "10.0.0.2"],
    ["an address is in brackets, which we do not parse", "10.0.0.2", "[2001:db8::7]", "10.0.0.2"],
    ["an entry is empty", "10.0.0.2", "203.0.113.5,,", "10.0.0.2"],
    ["an address names its zone", "10.0.0.2", "1.1.1.1, fe80::1%eth0", "fe80::1%eth0"],
    ["the connection has closed", "", "203.0.113.5", ""],
    ["the caller uses IPv6", "10.0.0.2", "2001:db8::7", "2001:db8::7"],
  ])("when %s", (_case, peer, forwardedFor, address) => {
    expect(clientAddress(peer, forwardedFor, trustedProxies)).toBe(address);
  });

  it("trusts no address if no proxy is configured, not even this machine's", () => {
    const none = readConfig({}).trustedProxies;
    for (const peer of ["127.0.0.1", "::1", "10.0.0.2", "::ffff:127.0.0.1"]) {
      expect(clientAddress(peer, "198.51.100.1", none)).toBe(peer.replace("::ffff:", ""));
    }
  });
});
