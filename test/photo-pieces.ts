import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";

export type PhotoKind = "jpeg" | "png" | "webp" | "gif" | "avif";

/** A picture of 10 by 10 pixels, as an ordinary program writes it. */
export const tiny = (kind: PhotoKind) =>
  sharp({ create: { width: 10, height: 10, channels: 3, background: "#2f7d4f" } })
    .toFormat(kind)
    .toBuffer();

/** A PNG with more chunks, each a name and its bytes, before its pixels. */
export async function pngWith(chunks: readonly (readonly [string, Uint8Array])[]) {
  const png = await tiny("png");
  const pixels = png.indexOf("IDAT") - 4;
  return bytes([
    png.subarray(0, pixels),
    ...chunks.map(([name, content]) => chunk(name, content)),
    png.subarray(pixels),
  ]);
}

function chunk(name: string, content: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(name, "latin1"), content]);
  const whole = Buffer.alloc(named.length + 8);
  whole.writeUInt32BE(content.length);
  named.copy(whole, 4);
  whole.writeUInt32BE(crc32(named), named.length + 4);
  return whole;
}

/** The header of each compressed PNG chunk, before its compressed bytes. */
const heads = { zTXt: "k\0\0", iTXt: "k\0\x01\0\0\0", iCCP: "k\0\0" };

/** A compressed PNG chunk, from the bytes that it decompresses to. */
export const packed = (name: keyof typeof heads, content: Uint8Array) =>
  [name, Buffer.concat([Buffer.from(heads[name], "latin1"), deflateSync(content)])] as const;

/**
 * A PNG of 10 by 10 pixels in 2 MB, whose texts decompress to 2 GB: a decoder would read them for a minute before the
 * first pixel.
 */
export async function endless(name: "zTXt" | "iTXt" = "zTXt") {
  const text = packed(name, Buffer.alloc(48 * 1024 * 1024, "a"));
  return pngWith(Array.from({ length: 40 }, () => text));
}

/** A picture of each kind with that many pieces of one sort before its pixels. */
export async function withPieces(kind: PhotoKind, piece: Uint8Array, count: number) {
  const file = await tiny(kind);
  const at = { jpeg: 2, png: 33, webp: file.length, gif: file.indexOf("!"), avif: file.length }[kind];
  return bytes([file.subarray(0, at), ...Array.from({ length: count }, () => piece), file.subarray(at)]);
}

export const pieces = {
  jpeg: { note: Buffer.from("\xff\xfe\0\x03a", "latin1") },
  png: { note: chunk("tEXt", Buffer.from("k\0text")) },
  webp: { note: Buffer.from("XMP \x02\0\0\0aa", "latin1") },
  gif: { note: Buffer.from("!\xfe\x01a\0", "latin1") },
  avif: { note: Buffer.from("\0\0\0\x08free", "latin1") },
};

const bytes = (parts: readonly Uint8Array[]) => new Uint8Array(Buffer.concat(parts));
