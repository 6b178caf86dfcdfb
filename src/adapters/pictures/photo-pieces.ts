import { inflateSync } from "node:zlib";

/**
 * Limits on the data that a decoder reads before a picture's first pixel: more than cameras and editors write, but
 * quick to read.
 */
const most = {
  /** Pieces of a file: chunks of a PNG or a WebP, segments of a JPEG, blocks of a GIF, boxes of an AVIF. */
  pieces: 10_000,
  /** Pieces that are notes: texts, profiles, metadata of a camera or an editor. */
  notes: 200,
  /** The maximum size of all notes together, unpacked, in bytes. */
  noteBytes: 4 * 1024 * 1024,
  /** The maximum number of passes over the pixels: scans of a JPEG, frames of an animation. */
  passes: 500,
  /** The maximum number of levels of boxes inside boxes in an AVIF. */
  depth: 8,
};

/** Thrown for a file that has far more data besides the picture than ordinary files do. */
class Overloaded extends Error {}

/** Thrown for a file that ends inside a piece, or states an impossible length. */
class Broken extends Error {}

type Kind = "jpeg" | "png" | "webp" | "gif" | "avif";

/**
 * The first bytes of each kind of file. Files of other kinds never reach a decoder, because SVG and PDF can contain
 * programs.
 */
const signatures: readonly [Kind, RegExp][] = [
  ["jpeg", /^\xff\xd8\xff/],
  ["png", /^\x89PNG\r\n/],
  ["webp", /^RIFF.{4}WEBP/s],
  ["gif", /^GIF8[79]a/],
  ["avif", /^.{4}ftypavi[fs]/s],
];

/**
 * Walks through the pieces of a file without decoding them. Returns its kind, and whether it would keep a decoder busy
 * before the first pixel; null for a kind that we do not accept. Truncated files go to the decoder, which shows no
 * broken picture.
 */
export function weighPhoto(file: Uint8Array): { kind: Kind; isOverloaded: boolean } | null {
  const start = Buffer.from(file.subarray(0, 16)).toString("latin1");
  const kind = signatures.find(([, signature]) => signature.test(start))?.[0];
  if (!kind) return null;
  try {
    walks[kind](Buffer.from(file.buffer, file.byteOffset, file.byteLength), new Tally());
    return { kind, isOverloaded: false };
  } catch (error) {
    if (error instanceof Overloaded) return { kind, isOverloaded: true };
    if (error instanceof Broken || error instanceof RangeError) return { kind, isOverloaded: false };
    throw error;
  }
}

/** Counts the pieces of a file up to a limit. */
class Tally {
  #pieces = 0;
  #notes = 0;
  #noteBytes = 0;
  #passes = 0;

  piece() {
    if (++this.#pieces > most.pieces) throw new Overloaded();
  }

  note(bytes: number) {
    if (++this.#notes > most.notes) throw new Overloaded();
    this.bytes(bytes);
  }

  /** Counts bytes that are not pixels. */
  bytes(count: number) {
    this.#noteBytes += count;
    if (this.#noteBytes > most.noteBytes) throw new Overloaded();
  }

  /** Counts a packed note, unpacking it up to the limit. */
  packedNote(packed: Uint8Array) {
    const room = most.noteBytes - this.#noteBytes;
    try {
      this.note(inflateSync(packed, { maxOutputLength: room + 1 }).length);
    } catch (error) {
      if (error instanceof RangeError) throw new Overloaded();
      if (error instanceof Overloaded) throw error;
      // At a badly packed note, a decoder stops at the same byte.
      this.note(packed.length);
    }
  }

  pass() {
    if (++this.#passes > most.passes) throw new Overloaded();
  }
}

const walks: Record<Kind, (file: Buffer, tally: Tally) => void> = {
  png: walkPng,
  jpeg: walkJpeg,
  webp: walkWebp,
  gif: walkGif,
  avif: (file, tally) => walkBoxes(file, tally, 1),
};

/** Walks the chunks of a PNG: a length, a name, that many bytes, a checksum. */
function walkPng(file: Buffer, tally: Tally) {
  for (let at = 8; at + 12 <= file.length;) {
    const length = file.readUInt32BE(at);
    const name = file.toString("latin1", at + 4, at + 8);
    const content = file.subarray(at + 8, at + 8 + length);
    tally.piece();
    if (name === "IEND") return;
    if (name === "zTXt" || name === "iCCP") tally.packedNote(content.subarray(content.indexOf(0) + 2));
    else if (name === "iTXt") international(content, tally);
    else if (name === "fcTL") tally.pass();
    else if (!pixelChunks.has(name)) tally.note(length);
    at += 12 + length;
  }
}

const pixelChunks = new Set(["IHDR", "PLTE", "IDAT", "fdAT"]);

/**
 * Counts an international text of a PNG: a keyword, whether it is packed and how, a language, the translated keyword,
 * and the text.
 */
function international(content: Buffer, tally: Tally) {
  const flags = content.indexOf(0) + 1;
  if (content[flags] === 0) return tally.note(content.length);
  const language = content.indexOf(0, flags + 2);
  tally.packedNote(content.subarray(content.indexOf(0, language + 1) + 1));
}

/**
 * Walks the segments of a JPEG: 0xFF, a number, a length. The head of a scan is followed by pixels, up to the next
 * segment.
 */
function walkJpeg(file: Buffer, tally: Tally) {
  for (let at = 2; at + 4 <= file.length;) {
    if (file[at] !== 0xff) throw new Broken();
    const marker = file.readUInt8(at + 1);
    // Padding with 0xFF.
    if (marker === 0xff) {
      at++;
      continue;
    }
    tally.piece();
    if (marker === endOfImage) return;
    const length = file.readUInt16BE(at + 2);
    if (length < 2) throw new Broken();
    if (marker === startOfScan) tally.pass();
    else if (marker === comment || (marker >= 0xe0 && marker <= 0xef)) tally.note(length);
    at += 2 + length;
    if (marker === startOfScan) at = endOfScan(file, at, tally);
  }
}

const [startOfScan, endOfImage, comment] = [0xda, 0xd9, 0xfe];

/**
 * Returns the position of the segment after a scan: the next 0xFF that is neither an escaped byte nor a restart marker.
 */
function endOfScan(file: Buffer, from: number, tally: Tally): number {
  let at = file.indexOf(0xff, from);
  while (at >= 0 && at + 1 < file.length) {
    const next = file.readUInt8(at + 1);
    if (next !== 0 && (next < 0xd0 || next > 0xd7)) return at;
    at = file.indexOf(0xff, at + 2);
  }
  tally.piece();
  return file.length;
}

/**
 * Walks the chunks of a WebP: a name, a length, that many bytes, and a padding byte if the length is odd. Frames have
 * chunks of their own inside.
 */
function walkWebp(file: Buffer, tally: Tally, from = 12, to = file.length) {
  for (let at = from; at + 8 <= to;) {
    const name = file.toString("latin1", at, at + 4);
    const length = file.readUInt32LE(at + 4);
    tally.piece();
    if (name === "ANMF") {
      tally.pass();
      walkFrame(file, tally, at + 24, Math.min(to, at + 8 + length));
    } else if (!webpPixels.has(name)) tally.note(length);
    at += 8 + length + (length % 2);
  }
}

const webpPixels = new Set(["VP8 ", "VP8L", "ALPH"]);

function walkFrame(file: Buffer, tally: Tally, from: number, to: number) {
  for (let at = from; at + 8 <= to;) {
    tally.piece();
    // A frame inside a frame is invalid.
    if (file.toString("latin1", at, at + 4) === "ANMF") throw new Overloaded();
    const length = file.readUInt32LE(at + 4);
    at += 8 + length + (length % 2);
  }
}

/** Walks the blocks of a GIF: pictures and extensions, in parts of at most 255 bytes each. */
function walkGif(file: Buffer, tally: Tally) {
  const parts = (from: number) => {
    let at = from;
    for (let length = file.readUInt8(at); length > 0; length = file.readUInt8(at)) at += 1 + length;
    return at + 1;
  };
  for (let at = 13 + colors(file.readUInt8(10)); at < file.length;) {
    const block = file[at];
    tally.piece();
    if (block === 0x2c) {
      tally.pass();
      at = parts(at + 11 + colors(file.readUInt8(at + 9)));
    } else if (block === 0x21) {
      const end = parts(at + 2);
      // The block with a frame's duration is not a note.
      if (file[at + 1] !== 0xf9) tally.note(end - at);
      at = end;
    } else return;
  }
}

/** The size in bytes of a color table, from the flags before it. */
const colors = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);

/**
 * Walks the boxes of an AVIF: a length, a name, and bytes or further boxes. Pixels are in `mdat`; each item is listed
 * in one of the other boxes.
 */
function walkBoxes(file: Buffer, tally: Tally, depth: number) {
  if (depth > most.depth) throw new Overloaded();
  for (let at = 0; at + 8 <= file.length;) {
    const name = file.toString("latin1", at + 4, at + 8);
    const said = file.readUInt32BE(at);
    const head = said === 1 ? 16 : 8;
    const length = said === 1 ? Number(file.readBigUInt64BE(at + 8)) : said || file.length - at;
    if (length < head) throw new Broken();
    const content = file.subarray(at + head, Math.min(file.length, at + length));
    tally.piece();
    if (boxesInside.has(name)) walkBoxes(content.subarray(boxesInside.get(name)), tally, depth + 1);
    else if (name === "infe" || name === "trak") tally.pass();
    else if (!avifPixels.has(name)) tally.bytes(content.length);
    at += length;
  }
}

/** The boxes with boxes inside, and the number of bytes before those. */
const boxesInside = new Map([
  ["meta", 4],
  ["iinf", 6],
  ["iprp", 0],
  ["ipco", 0],
  ["iref", 4],
  ["moov", 0],
]);
const avifPixels = new Set(["mdat", "ftyp", "free", "skip"]);
