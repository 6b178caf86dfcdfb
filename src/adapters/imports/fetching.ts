import { lookup } from "node:dns/promises";
import { request as requestPlain, type IncomingMessage, type RequestOptions } from "node:http";
import { request as requestSafe } from "node:https";
import { connect as connectPlain, isIP } from "node:net";
import type { Duplex } from "node:stream";
import { connect as connectSafe } from "node:tls";
import { createGunzip } from "node:zlib";
import { Failure } from "#domain/failure.ts";
import { importBytesMax } from "#domain/imports/rules.ts";
import type { FetchedText } from "#domain/ports.ts";
import { decoded } from "./decoding.ts";
import { isPublicAddress } from "./public-address.ts";

/** The maximum total time, redirects included, in milliseconds; and the maximum number of redirects. */
const timeMax = 5000;
const redirectsMax = 5;

export type Ways = {
  /** Resolves a host's name to its network addresses. */
  resolve: (name: string) => Promise<string[]>;
  /** Connects to one of the addresses. */
  dial: (address: string, port: number) => Duplex;
  timeMax: number;
};

const ours: Ways = {
  resolve: async (name) => (await lookup(name, { all: true })).map(({ address }) => address),
  // Connects to an address, so that the name is not resolved again.
  dial: (host, port) => connectPlain({ host, port }),
  timeMax,
};

/**
 * Fetches a text from an address that a member typed. To protect our internal network, it connects only to public
 * addresses, on ports 80 and 443, and to the very address that was checked; each redirect is checked again.
 * @param address as typed: http, https, or webcal, which is https
 * @param userAgent our name there
 * @returns the text, at most 2 MB when unpacked, and its final address
 * @throws Failure import_address (an address that we do not fetch from), import_unreachable (no answer within five
 * seconds, or one that is not a page), import_too_large
 */
export async function fetchText(address: string, userAgent: string, wished: Partial<Ways> = {}): Promise<FetchedText> {
  const ways = { ...ours, ...wished };
  const ended = AbortSignal.timeout(ways.timeMax);
  let url = urlIn(address.replace(/^webcals?:/i, "https:"));
  try {
    for (let redirects = 0; redirects <= redirectsMax; redirects++) {
      const answer = await ask(url, userAgent, ways, ended);
      const { statusCode = 0, headers } = answer;
      if (statusCode === 200) return { address: url.href, text: await textOf(answer, ended) };
      answer.destroy();
      if (![301, 302, 303, 307, 308].includes(statusCode) || headers.location === undefined) break;
      url = urlIn(headers.location, url);
    }
  } catch (error) {
    if (error instanceof Failure) throw error;
  }
  // The cause is hidden, so that callers cannot explore our internal network.
  throw new Failure("import_unreachable");
}

/** Parses and checks an address. @throws Failure import_address */
function urlIn(text: string, base?: URL): URL {
  const url = URL.parse(text, base?.href);
  const isWeb = url && ["http:", "https:"].includes(url.protocol) && ["", "80", "443"].includes(url.port);
  if (!isWeb || url.username || url.password) throw new Failure("import_address");
  url.hash = "";
  return url;
}

/** Requests an address, and returns its answer once it begins. @throws Failure import_address, Error */
async function ask(
  url: URL,
  userAgent: string,
  { resolve, dial }: Ways,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const name = url.hostname.replace(/^\[|\]$/g, "");
  const known = isIP(name) ? [name] : await before(signal, resolve(name));
  // A single non-public address is enough to refuse a host: a name with both kinds is an attack.
  if (!known.every(isPublicAddress)) throw new Failure("import_address");
  const [address] = known;
  if (address === undefined) throw new Error("the name has no address");
  const isSafe = url.protocol === "https:";
  const port = Number(url.port) || (isSafe ? 443 : 80);
  const options: RequestOptions = {
    method: "GET",
    path: url.pathname + url.search,
    // The request reveals no more about us than this.
    headers: {
      Host: url.host,
      "User-Agent": userAgent,
      Accept: "text/calendar, text/html;q=0.9, application/ld+json;q=0.9, */*;q=0.1",
      "Accept-Encoding": "gzip",
      Connection: "close",
    },
    createConnection: () => {
      const socket = dial(address, port);
      return isSafe ? connectSafe({ socket, servername: isIP(name) ? "" : name, host: name }) : socket;
    },
    signal,
  };
  const { promise, resolve: answered, reject } = Promise.withResolvers<IncomingMessage>();
  const asked = (isSafe ? requestSafe : requestPlain)(options, answered);
  asked.on("error", reject);
  asked.end();
  return promise;
}

/** Reads a whole answer as text. @throws Failure import_too_large, Error */
async function textOf(answer: IncomingMessage, signal: AbortSignal): Promise<string> {
  const packing = answer.headers["content-encoding"] ?? "identity";
  if (!["identity", "gzip"].includes(packing)) throw new Error(`unknown content encoding: ${packing}`);
  const unpacked = packing === "gzip" ? answer.pipe(createGunzip()) : answer;
  answer.on("error", (error) => unpacked.destroy(error));
  signal.addEventListener("abort", () => unpacked.destroy(new Error("timed out")), { once: true });
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of unpacked as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > importBytesMax) throw new Failure("import_too_large");
      chunks.push(chunk);
    }
  } finally {
    answer.destroy();
    unpacked.destroy();
  }
  return decoded(Buffer.concat(chunks), answer.headers["content-type"]);
}

/** Returns the promise's value, or an error once the signal is aborted, because resolving a name cannot be aborted. */
async function before<Value>(signal: AbortSignal, promise: Promise<Value>): Promise<Value> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const end = () => reject(new Error("timed out"));
  signal.addEventListener("abort", end, { once: true });
  return Promise.race([promise, late]).finally(() => signal.removeEventListener("abort", end));
}
