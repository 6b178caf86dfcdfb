import { describe, expect, it } from "vitest";
import { siteOf, subnetOf } from "./subnet.ts";

describe("subnetOf", () => {
  it.each([
    ["192.0.2.1", "192.0.2.1", true],
    ["192.0.2.1", "192.0.2.2", false],
    ["2001:db8:1:2::1", "2001:db8:1:2:ffff::9", true],
    ["2001:db8::1", "2001:0DB8:0:0:1:2:3:4", true],
    ["2001:db8:1:2::1", "2001:db8:1:3::1", false],
    ["::1", "::2", true],
    ["fe80::1%eth0", "fe80::2", true],
    ["::ffff:192.0.2.1", "192.0.2.1", true],
    ["::ffff:192.0.2.1", "::ffff:192.0.2.2", false],
  ])("counts %s and %s as one customer's: %o", (one, other, same) => {
    expect(subnetOf(one) === subnetOf(other)).toBe(same);
  });
});

describe("siteOf", () => {
  it.each([
    ["192.0.2.1", null],
    ["::ffff:192.0.2.1", null],
    ["2001:db8:1:2::1", "2001:db8:1"],
    ["2001:db8::1", "2001:db8:0"],
    ["2001:0DB8:0001:ffff:1:2:3:4", "2001:db8:1"],
  ])("of %s is %s", (address, site) => {
    expect(siteOf(address)).toBe(site);
  });
});
