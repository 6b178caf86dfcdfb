import { describe, expect, it } from "vitest";
import { returnAddress } from "./return-address.ts";

describe("returnAddress", () => {
  it.each([
    "/",
    "/create-event",
    "/view-event/0192?x=1#joins",
    "/upcoming-events?search=a%2Fb&type=cleanup",
    "/%2F%2Fevil.example",
    "/%5Cevil.example",
    "/a//b",
    "/login?next=https://evil.example",
  ])("goes back to %s", (from) => {
    expect(returnAddress(from)).toBe(from);
  });

  it.each([
    "",
    "create-event",
    "//evil.example",
    "///evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "/a\\b",
    "https://evil.example",
    "https:evil.example",
    "javascript:alert(1)",
    "data:text/html,x",
    " /create-event",
    "/\t/evil.example",
    "/\n/evil.example",
    "\u0000//evil.example",
    "/\u0085/evil.example",
    "/.//evil.example",
    "/..//evil.example",
    "/%2e//evil.example",
    "/%2E%2e//evil.example",
    "/a/..//evil.example",
    undefined,
    null,
    7,
    ["/create-event"],
    { toString: () => "/create-event" },
  ])("goes home instead of %o", (from) => {
    expect(returnAddress(from)).toBe("/");
  });
});
