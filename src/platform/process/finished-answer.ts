import { hash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from "node:zlib";
import { bytesOf } from "./known-bytes.ts";
import { idHeader } from "./seen.ts";

/** An answer that is the same for everybody, as ready bytes in each encoding requested so far. */
export type Finished = {
  headers: [name: string, value: string][];
  hash: string;
  whole: Buffer;
  isPackable: boolean;
  packed: Map<Packing, Packed>;
};
type Packing = "br" | "gzip" | "identity";
type Packed = { etag: string; headers: string[]; body: Buffer };

/** The request's headers that select the encoding. */
type Asked = Pick<IncomingMessage, "headers">;

/** The part of an answer that differs per request: the request's own id. */
type Beside = Asked & { id: string };

/**
 * Answers up to this size are compressed synchronously, which takes no longer than rendering them; passing them to a
 * thread and back takes a fifth more.
 */
const atOnceMax = 256 * 1024;

/**
 * The compression levels. Kept answers are sent often. For answers sent once, 9% more bytes save almost half of the
 * time; with brotli, 12% save more than half. The highest levels take ten times as long and save only a twentieth more.
 */
const levels = { often: { br: 5, gzip: 6 }, once: { br: 3, gzip: 2 } };
type Sent = keyof typeof levels;

const packers = {
  br: (bytes: Buffer, sent: Sent) => {
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: levels[sent].br,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    };
    return bytes.length <= atOnceMax
      ? brotliCompressSync(bytes, { params })
      : promisify(brotliCompress)(bytes, { params });
  },
  gzip: (bytes: Buffer, sent: Sent) => {
    const options = { level: levels[sent].gzip };
    return bytes.length <= atOnceMax ? gzipSync(bytes, options) : promisify(gzip)(bytes, options);
  },
  identity: (bytes: Buffer) => bytes,
};

const packable = /^text\/|[/+](?:json|xml|javascript)\b|^image\/svg/;
/** Smaller answers fit into one packet anyway. */
const packableMin = 1024;

/** Reads an answer completely, using up its body. */
export async function finish(answer: Response): Promise<Finished> {
  const whole = await bytesOf(answer);
  const type = answer.headers.get("content-type") ?? "";
  return {
    headers: [...answer.headers].filter(([name]) => name !== "content-length" && name !== "etag"),
    hash: hash("sha256", whole, "base64url").slice(0, 24),
    whole,
    isPackable: packable.test(type) && whole.length >= packableMin,
    packed: new Map(),
  };
}

/** Sends the answer, if it exists in the encoding for this request. @returns whether it did */
export function sendFinished(answer: Finished, { headers, id }: Beside, outgoing: ServerResponse): boolean {
  const packed = answer.packed.get(packingFor(answer, headers));
  if (!packed) return false;
  const isTheirs = has(headers["if-none-match"], packed.etag);
  if (isTheirs) outgoing.writeHead(304, [idHeader, id, ...packed.headers]).end();
  else {
    outgoing.writeHead(200, [idHeader, id, "content-length", String(packed.body.length), ...packed.headers]);
    // Node omits the body for HEAD.
    outgoing.end(packed.body);
  }
  return true;
}

/** Compresses the answer first if necessary, by how often it will be sent; `tellBytes` gets the additional size. */
export async function packAndSend(
  answer: Finished,
  sent: Sent,
  beside: Beside,
  outgoing: ServerResponse,
  tellBytes: (more: number) => void,
): Promise<void> {
  const packing = packingFor(answer, beside.headers);
  if (!answer.packed.has(packing)) await pack(answer, packing, sent, tellBytes);
  sendFinished(answer, beside, outgoing);
}

async function pack(answer: Finished, packing: Packing, sent: Sent, tellBytes: (more: number) => void): Promise<void> {
  const body = await packers[packing](answer.whole, sent);
  // The ETag does not depend on the level, because processes keep different versions.
  const etag = `"${answer.hash}${packing === "identity" ? "" : `-${packing}`}"`;
  const more: [string, string][] = [["etag", etag]];
  if (answer.isPackable) more.push(["vary", "Accept-Encoding"]);
  if (packing !== "identity") more.push(["content-encoding", packing]);
  // A concurrent request may already have done the same.
  if (answer.packed.has(packing)) return;
  answer.packed.set(packing, { etag, headers: [...answer.headers, ...more].flat(), body });
  tellBytes(packing === "identity" ? 0 : body.length);
}

function packingFor({ isPackable }: Finished, { "accept-encoding": accepted = "" }: Asked["headers"]): Packing {
  if (!isPackable) return "identity";
  return accepts.br.test(accepted) ? "br" : accepts.gzip.test(accepted) ? "gzip" : "identity";
}

/** Matches an encoding that is named with a weight above zero. */
const accepts = {
  br: /(?:^|,)\s*br\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))|,|$)/i,
  gzip: /(?:^|,)\s*(?:x-)?gzip\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))|,|$)/i,
};

/** True if a caller already has this answer. A proxy that compresses an answer again makes its ETag weak. */
const has = (theirs: string | undefined, etag: string): boolean =>
  theirs !== undefined && (theirs === etag || theirs.split(",").some((one) => one.trim().replace(/^W\//, "") === etag));
