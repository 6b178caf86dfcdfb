import { describe, expect, it } from "vitest";
import { limitAttempts } from "./attempts.ts";

function limiter(most: number) {
  let time = 0;
  const count = limitAttempts(most, () => new Date(time));
  const isAllowed = (address: string) => {
    try {
      count(address);
      return true;
    } catch {
      return false;
    }
  };
  return { isAllowed, wait: (seconds: number) => (time += seconds * 1000) };
}

describe("limitAttempts", () => {
  it("allows so many a minute from one address, and counts others apart", () => {
    const { isAllowed } = limiter(2);
    expect([1, 2, 3].map(() => isAllowed("192.0.2.1"))).toEqual([true, true, false]);
    expect(isAllowed("192.0.2.2")).toBe(true);
  });

  it("begins anew a minute after the first attempt, however many were refused since", () => {
    const { isAllowed, wait } = limiter(1);
    expect(isAllowed("192.0.2.1")).toBe(true);
    wait(59);
    expect(isAllowed("192.0.2.1")).toBe(false);
    wait(1);
    expect(isAllowed("192.0.2.1")).toBe(true);
  });

  it("never refuses who comes slowly", () => {
    const { isAllowed, wait } = limiter(2);
    for (let attempt = 0; attempt < 100; attempt++) {
      expect(isAllowed("192.0.2.1")).toBe(true);
      wait(31);
    }
  });

  it.each([
    ["2001:db8:1:2::1", "2001:db8:1:2:ffff::9", false],
    ["2001:db8::1", "2001:0DB8:0:0:1:2:3:4", false],
    ["2001:db8:1:2::1", "2001:db8:1:3::1", true],
    ["::1", "::2", false],
    ["fe80::1%eth0", "fe80::2", false],
    ["::ffff:192.0.2.1", "192.0.2.1", false],
    ["::ffff:192.0.2.1", "::ffff:192.0.2.2", true],
  ])("after %s lets %s in: %o", (first, second, allowed) => {
    const { isAllowed } = limiter(1);
    isAllowed(first);
    expect(isAllowed(second)).toBe(allowed);
  });
});
