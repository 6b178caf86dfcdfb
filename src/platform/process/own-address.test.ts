import { hostname, networkInterfaces } from "node:os";
import { describe, expect, it } from "vitest";
import { createOwnAddress, publicAddress } from "./own-address.ts";

const here = { origin: null, host: "127.0.0.1", port: 3000 };
const addressOf = createOwnAddress(here);

describe("createOwnAddress", () => {
  it("is ORIGIN, regardless of the request's host", () => {
    const configured = createOwnAddress({ ...here, origin: "https://goodturn.example" });
    for (const host of ["localhost:3000", "evil.example", "127.0.0.1"]) {
      expect(configured(`http://${host}/sitemap.xml`)).toBe("https://goodturn.example");
    }
  });

  it("is otherwise the request's host, if it is a name or address of this machine", () => {
    const own = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
    const literal = own
      .filter(({ address }) => !address.startsWith("fe80"))
      .map(({ address, family }) => (family === "IPv6" ? `[${address}]` : address));
    for (const host of [
      "localhost:8080",
      "127.0.0.1:3000",
      "127.0.0.53",
      "[::1]:3000",
      hostname().toLowerCase(),
      ...literal,
    ]) {
      expect(addressOf(`http://${host}/a?b#c`)).toBe(new URL(`http://${host}`).origin);
    }
    expect(createOwnAddress({ ...here, host: "goodturn.local" })("http://goodturn.local/")).toBe(
      "http://goodturn.local",
    );
  });

  it.each([
    "evil.example",
    "localhost.evil.example",
    "evil.localhost.example:3000",
    "203.0.113.5",
    "203.0.113.5:3000",
    "[2001:db8::1]",
    "localhost@evil.example",
  ])("is never another host in a request: %s", (host) => {
    expect(addressOf(`http://${host}/`)).toBe("http://localhost:3000");
  });
});

describe("publicAddress", () => {
  it("is this machine by default", () => {
    expect(publicAddress(here)).toBe("http://localhost:3000");
    expect(publicAddress({ ...here, host: "0.0.0.0" })).toBe("http://localhost:3000");
    expect(publicAddress({ ...here, host: "192.168.1.7" })).toBe("http://192.168.1.7:3000");
    expect(publicAddress({ ...here, host: "fd12::7" })).toBe("http://[fd12::7]:3000");
    expect(publicAddress({ ...here, origin: "https://goodturn.example" })).toBe("https://goodturn.example");
  });
});
