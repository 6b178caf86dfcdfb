import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { idHeader } from "./seen.ts";

/** An answer that is the same for everybody, as bytes that only need to be sent, packed in each way that was asked for. */
export type Finished = {
  headers: [name: string, value: string][];
  hash: string;
  whole: Buffer;
  isPackable: boolean;
  packed: Map<Packing, Packed>;
};
type Packing = "br" | "gzip" | "identity";
type Packed = { etag: string; headers: string[]; body: Buffer };

/** The request's headers that choose among the bytes. */
type Asked = Pick<IncomingMessage, "headers">;

/** What is sent beside the bytes, which are the same for everybody: the request's own id. */
type Beside = Asked & { id: string };

const packers = {
  // Not the highest level: it takes ten times as long for a twentieth less.
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 5,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes, { level: 6 }),
  identity: async (bytes: Buffer) => bytes,
};

const packable = /^text\/|[/+](?:json|xml|javascript)\b|^image\/svg/;
/** Less than this fits into one packet anyway. */
const packableMin = 1024;

/** What an answer sends, whole. It takes the answer's body. */
export async function finish(answer: Response): Promise<Finished> {
  const whole = Buffer.from(await answer.arrayBuffer());
  const type = answer.headers.get("content-type") ?? "";
  return {
    headers: [...answer.headers].filter(([name]) => name !== "content-length" && name !== "etag"),
    hash: createHash("sha256").update(whole).digest("base64url").slice(0, 24),
    whole,
    isPackable: packable.test(type) && whole.length >= packableMin,
    packed: new Map(),
  };
}

/** Sends it, if it was packed in the way that this request asks for. @returns whether it was */
export function sendFinished(answer: Finished, { headers, id }: Beside, outgoing: ServerResponse): boolean {
  const packed = answer.packed.get(packingFor(answer, headers));
  if (!packed) return false;
  const isTheirs = has(headers["if-none-match"], packed.etag);
  if (isTheirs) outgoing.writeHead(304, [idHeader, id, ...packed.headers]).end();
  else {
    outgoing.writeHead(200, [idHeader, id, "content-length", String(packed.body.length), ...packed.headers]);
    // Which Node keeps back from HEAD.
    outgoing.end(packed.body);
  }
  return true;
}

/** The same as a response, packed first where it was not; `bytes` is told how many it then takes more. */
export async function responseOf(
  answer: Finished,
  { headers }: Asked,
  tellBytes: (more: number) => void,
): Promise<Response> {
  const packing = packingFor(answer, headers);
  const packed = answer.packed.get(packing) ?? (await pack(answer, packing, tellBytes));
  const pairs = pairsIn(packed.headers);
  if (has(headers["if-none-match"], packed.etag)) return new Response(null, { status: 304, headers: pairs });
  return new Response(new Uint8Array(packed.body), {
    headers: [...pairs, ["content-length", String(packed.body.length)]],
  });
}

async function pack(answer: Finished, packing: Packing, tellBytes: (more: number) => void): Promise<Packed> {
  const body = await packers[packing](answer.whole);
  const etag = `"${answer.hash}${packing === "identity" ? "" : `-${packing}`}"`;
  const more: [string, string][] = [["etag", etag]];
  if (answer.isPackable) more.push(["vary", "Accept-Encoding"]);
  if (packing !== "identity") more.push(["content-encoding", packing]);
  const packed = { etag, headers: [...answer.headers, ...more].flat(), body };
  // Another request may have done the same meanwhile.
  if (!answer.packed.has(packing)) {
    answer.packed.set(packing, packed);
    tellBytes(packing === "identity" ? 0 : body.length);
  }
  return packed;
}

function packingFor({ isPackable }: Finished, { "accept-encoding": accepted = "" }: Asked["headers"]): Packing {
  if (!isPackable) return "identity";
  return accepts.br.test(accepted) ? "br" : accepts.gzip.test(accepted) ? "gzip" : "identity";
}

/** Named, and not with the weight zero. */
const accepts = {
  br: /(?:^|,)\s*br\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))|,|$)/i,
  gzip: /(?:^|,)\s*(?:x-)?gzip\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))|,|$)/i,
};

/** Whether a caller already has it. A proxy that packs an answer again makes its mark weak. */
const has = (theirs: string | undefined, etag: string): boolean =>
  theirs !== undefined && (theirs === etag || theirs.split(",").some((one) => one.trim().replace(/^W\//, "") === etag));

function pairsIn(headers: readonly string[]): [string, string][] {
  return headers.flatMap((name, index) => (index % 2 === 0 ? [[name, headers[index + 1] ?? ""]] : []));
}
