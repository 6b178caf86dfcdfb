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

/** How long all of it may take, redirects included, in milliseconds; and how often an address may lead to another. */
const timeMax = 5000;
const redirectsMax = 5;

export type Ways = {
  /** The network addresses of a machine, by its name. */
  resolve: (name: string) => Promise<string[]>;
  /** A connection to one of them. */
  dial: (address: string, port: number) => Duplex;
  timeMax: number;
};

const ours: Ways = {
  resolve: async (name) => (await lookup(name, { all: true })).map(({ address }) => address),
  // To an address: nobody is asked for a name again.
  dial: (host, port) => connectPlain({ host, port }),
  timeMax,
};

/**
 * Fetches a text from the web for somebody who has typed its address: so that nobody looks through us into the network that we
 * are in, only from public addresses, at ports 80 and 443, and from the very address that was checked; each redirect again.
 * @param address what was typed: http, https, or webcal, which is https
 * @param userAgent our name there
 * @returns the text, of at most 2 MB when unpacked, and the address that it came from in the end
 * @throws Failure import_address (no address that we fetch from), import_unreachable (no answer within five seconds, or one that is no
 * page), import_too_large
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
  // Whatever it was: what happens behind an address is nobody's to learn from us.
  throw new Failure("import_unreachable");
}

/** @throws Failure import_address */
function urlIn(text: string, base?: URL): URL {
  const url = URL.parse(text, base?.href);
  const isWeb = url && ["http:", "https:"].includes(url.protocol) && ["", "80", "443"].includes(url.port);
  if (!isWeb || url.username || url.password) throw new Failure("import_address");
  url.hash = "";
  return url;
}

/** What is answered at an address, once its beginning is there. @throws Failure import_address, Error */
async function ask(
  url: URL,
  userAgent: string,
  { resolve, dial }: Ways,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const name = url.hostname.replace(/^\[|\]$/g, "");
  const known = isIP(name) ? [name] : await before(signal, resolve(name));
  // One that is not public is enough: nobody names both without something in mind.
  if (!known.every(isPublicAddress)) throw new Failure("import_address");
  const [address] = known;
  if (address === undefined) throw new Error("Nobody has this name.");
  const isSafe = url.protocol === "https:";
  const port = Number(url.port) || (isSafe ? 443 : 80);
  const options: RequestOptions = {
    method: "GET",
    path: url.pathname + url.search,
    // Whatever else a request says by itself, it says no more of us than this.
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

/** The whole of an answer as text. @throws Failure import_too_large, Error */
async function textOf(answer: IncomingMessage, signal: AbortSignal): Promise<string> {
  const packing = answer.headers["content-encoding"] ?? "identity";
  if (!["identity", "gzip"].includes(packing)) throw new Error(`It is packed as ${packing}.`);
  const unpacked = packing === "gzip" ? answer.pipe(createGunzip()) : answer;
  answer.on("error", (error) => unpacked.destroy(error));
  signal.addEventListener("abort", () => unpacked.destroy(new Error("It takes too long.")), { once: true });
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

/** The same promise, or an error once the signal is aborted: a question for a name cannot be taken back. */
async function before<Value>(signal: AbortSignal, promise: Promise<Value>): Promise<Value> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const end = () => reject(new Error("It takes too long."));
  signal.addEventListener("abort", end, { once: true });
  return Promise.race([promise, late]).finally(() => signal.removeEventListener("abort", end));
}
