import type { IncomingMessage, ServerResponse } from "node:http";
import { BlockList } from "node:net";
import { describe, expect, it } from "vitest";
import type { RequestLine } from "../log/log.ts";
import { createSeen } from "./seen.ts";

const trustedProxies = new BlockList();
trustedProxies.addSubnet("10.0.0.0", 8, "ipv4");

const lines: [RequestLine, boolean][] = [];
const { begin, end } = createSeen({ log: { request: (...line) => void lines.push(line) }, trustedProxies });

const asked = (id: string | string[] | undefined, peer: string) =>
  ({
    headers: { "x-request-id": id, authorization: "Bearer a-secret", "x-forwarded-for": "203.0.113.9" },
    socket: { remoteAddress: peer },
    method: "GET",
    url: "/enter?token=a-secret&email=zoe@example.org",
  }) as unknown as IncomingMessage;

const idFor = (id: string | string[] | undefined, peer = "10.1.2.3") => begin(asked(id, peer)).id;
const own = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}$/;

describe("a request's id", () => {
  it("is a trusted proxy's, for an IPv4 peer in either notation", () => {
    expect(idFor("7c0f.A_b-9")).toBe("7c0f.A_b-9");
    expect(idFor("7c0f", "::ffff:10.1.2.3")).toBe("7c0f");
    expect(idFor("x".repeat(64))).toBe("x".repeat(64));
  });

  it("is our own for other callers, and if a proxy's is too long, empty, repeated or has invalid letters", () => {
    expect(idFor("7c0f", "192.0.2.1")).toMatch(own);
    for (const id of [undefined, "", "x".repeat(65), "a b", "a, b", "a\nb", '"', "<b>", "é", "a/b", ["a", "b"]]) {
      expect(idFor(id), String(id)).toMatch(own);
    }
    expect(new Set(Array.from({ length: 1000 }, () => idFor(undefined))).size).toBe(1000);
  });
});

describe("a request's line", () => {
  it("has the pattern of the address, and nothing else that the request brought", () => {
    const incoming = asked(undefined, "203.0.113.7");
    const seen = begin(incoming);
    seen.route = "/enter";
    end(seen, incoming, { writableEnded: true, headersSent: true, statusCode: 200 } as ServerResponse);
    const [line, isQuiet] = lines.at(-1) ?? [];
    expect(line).toEqual({ id: seen.id, method: "GET", route: "/enter", status: 200, ms: expect.any(Number) });
    expect(isQuiet).toBe(false);
    expect(JSON.stringify(lines)).not.toMatch(/secret|zoe|203\.0|token/);
  });

  it("marks clients who disconnect early, and is quiet for health checks", () => {
    const incoming = asked(undefined, "10.0.0.1");
    end(begin(incoming), incoming, { writableEnded: false, headersSent: false, statusCode: 200 } as ServerResponse);
    expect(lines.at(-1)?.[0]).toMatchObject({ status: 499, gone: true, route: "(none)" });
    end({ ...begin(incoming), route: "/healthz" }, incoming, {
      writableEnded: true,
      headersSent: true,
      statusCode: 200,
    } as ServerResponse);
    expect(lines.at(-1)?.[1]).toBe(true);
  });
});
