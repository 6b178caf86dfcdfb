import type { Caller } from "#domain/identity.ts";

/**
 * The origin of a request: the only part of it that the identity provider sees besides the input.
 * @param address the network address
 * @param origin our public address, or null to trust the request's own
 */
export function callerOf({ url, headers }: Request, address: string, origin: string | null): Caller {
  const called = new URL(url);
  const isProxied = proxied.some((name) => headers.has(name));
  return {
    address,
    base: origin ?? called.origin,
    local: isLoopback(called.hostname) && isLoopback(address) && !isProxied,
    cookie: headers.get("cookie") ?? "",
    userAgent: headers.get("user-agent") ?? "",
  };
}

/**
 * The headers that proxies add. Behind a proxy, the peer and even the host may be this machine, and the caller
 * anywhere.
 */
const proxied = ["forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip"];

const isLoopback = (host: string) =>
  /^(localhost|127(\.\d{1,3}){3}|(::ffff:)?127(\.\d{1,3}){3}|::1|\[::1\])$/.test(host);
