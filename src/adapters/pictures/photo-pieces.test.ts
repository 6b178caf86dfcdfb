import { describe, expect, it } from "vitest";
import { endless, packed, type PhotoKind, pieces, pngWith, tiny, withPieces } from "#test/photo-pieces.ts";
import { weighPhoto } from "./photo-pieces.ts";

const megabytes = (count: number) => Buffer.alloc(count * 1024 * 1024, "a");
const isOverloaded = (file: Uint8Array) => weighPhoto(file)?.isOverloaded;
const kinds = ["jpeg", "png", "webp", "gif", "avif"] as const;

describe("weighPhoto", () => {
  it.each(kinds)("recognizes a %s, and finds no overload in an ordinary one", async (kind) => {
    expect(weighPhoto(await tiny(kind))).toEqual({ kind, isOverloaded: false });
  });

  it("recognizes no other kind", () => {
    for (const start of ["", "<svg xmlns='http://www.w3.org/2000/svg'/>", "%PDF-1.7", "RIFFxxxxWAVE", "BM"]) {
      expect(weighPhoto(Buffer.from(start))).toBeNull();
    }
  });

  it.each(["zTXt", "iTXt"] as const)("refuses forty %s chunks that unpack to 2 GB", async (name) => {
    expect(isOverloaded(await endless(name))).toBe(true);
  });

  it.each(["zTXt", "iTXt", "iCCP"] as const)("accepts up to 4 MB of unpacked %s chunks", async (name) => {
    const [little, half] = [packed(name, Buffer.alloc(100)), packed(name, megabytes(2).subarray(50))];
    expect(isOverloaded(await pngWith([little, half]))).toBe(false);
    expect(isOverloaded(await pngWith([half, half]))).toBe(false);
    expect(isOverloaded(await pngWith([half, half, little]))).toBe(true);
  });

  it("counts compressed texts by their full size, even if the compression is broken", async () => {
    const plain = Buffer.concat([Buffer.from("k\0\0\0\0\0", "latin1"), megabytes(3)]);
    expect(isOverloaded(await pngWith([["iTXt", plain]]))).toBe(false);
    expect(isOverloaded(await pngWith([["iTXt", plain], packed("zTXt", megabytes(2))]))).toBe(true);
    const bad = Buffer.concat([Buffer.from("k\0\0not zlib", "latin1"), megabytes(3)]);
    expect(isOverloaded(await pngWith([["zTXt", bad]]))).toBe(false);
    expect(
      isOverloaded(
        await pngWith([
          ["zTXt", bad],
          ["tEXt", megabytes(2)],
        ]),
      ),
    ).toBe(true);
  });

  it.each([
    ["comments of a JPEG", "jpeg", "\xff\xfe\0\x03a"],
    ["camera segments of a JPEG", "jpeg", "\xff\xe1\0\x03a"],
    ["chunks of a WebP", "webp", "XMP \x02\0\0\0aa"],
    ["comments of a GIF", "gif", "!\xfe\x01a\0"],
    ["extensions of a GIF", "gif", "!\xff\x01a\0"],
  ] satisfies [string, PhotoKind, string][])("accepts 200 %s, and no more", async (_what, kind, piece) => {
    const note = Buffer.from(piece, "latin1");
    expect(isOverloaded(await withPieces(kind, note, 200))).toBe(false);
    expect(isOverloaded(await withPieces(kind, note, 201))).toBe(true);
  });

  it.each([
    ["scans of a JPEG", "jpeg", "\xff\xda\0\x02abc"],
    ["frames of a WebP", "webp", `ANMF\x10\0\0\0${"\0".repeat(16)}`],
    ["frames of a GIF", "gif", `,${"\0".repeat(9)}\x02\x01a\0`],
    ["frames of a PNG", "png", `\0\0\0\0fcTL\0\0\0\0`],
    ["items of an AVIF", "avif", "\0\0\0\x08infe"],
    ["tracks of an AVIF", "avif", "\0\0\0\x10moov\0\0\0\x08trak"],
  ] satisfies [string, PhotoKind, string][])("accepts hundreds of %s, but not 501", async (_what, kind, piece) => {
    const pass = Buffer.from(piece, "latin1");
    expect(isOverloaded(await withPieces(kind, pass, 490))).toBe(false);
    expect(isOverloaded(await withPieces(kind, pass, 501))).toBe(true);
  });

  it.each([
    ["jpeg", "\xff\xdb\0\x02"],
    ["png", "\0\0\0\0IDAT\0\0\0\0"],
    ["webp", "ALPH\0\0\0\0"],
    ["gif", "!\xf9\x01a\0"],
    ["avif", "\0\0\0\x08free"],
  ] satisfies [PhotoKind, string][])(
    "accepts thousands of other pieces in a %s, but not 10,001",
    async (kind, text) => {
      const piece = Buffer.from(text, "latin1");
      expect(isOverloaded(await withPieces(kind, piece, 9900))).toBe(false);
      expect(isOverloaded(await withPieces(kind, piece, 10_001))).toBe(true);
    },
  );

  it("refuses an AVIF with boxes nested too deeply", async () => {
    const nested = (depth: number): Buffer => {
      const inside = depth > 1 ? nested(depth - 1) : Buffer.alloc(0);
      const head = Buffer.from("\0\0\0\0iprp", "latin1");
      head.writeUInt32BE(8 + inside.length);
      return Buffer.concat([head, inside]);
    };
    expect(isOverloaded(await withPieces("avif", nested(7), 1))).toBe(false);
    expect(isOverloaded(await withPieces("avif", nested(8), 1))).toBe(true);
  });

  it("leaves truncated files to the decoder", async () => {
    for (const kind of kinds) {
      const file = await withPieces(kind, pieces[kind].note, 100);
      for (let length = 16; length < file.length; length += 7) {
        expect(weighPhoto(file.subarray(0, length))).toEqual({ kind, isOverloaded: false });
      }
    }
  });
});
