import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inflateSync } from "node:zlib";
import sharp from "sharp";

/**
 * A font file of a package: the letters of a script, or of some languages, in one weight. `family` is the name inside
 * the file.
 */
type Font = { family: string; folder: string; set: string; weight: number };

/** Our own fonts; every one that has a letter is loaded. */
const ours: readonly Font[] = ["latin", "latin-ext"].flatMap((set) => [
  { family: "Figtree", folder: "figtree", set, weight: 400 },
  { family: "Figtree SemiBold", folder: "figtree", set, weight: 600 },
  { family: "Bricolage Grotesque", folder: "bricolage-grotesque", set, weight: 700 },
]);

/** The fallback fonts for other letters, in this order. */
const others: readonly Font[] = [
  ...["vietnamese", "cyrillic", "cyrillic-ext", "greek", "greek-ext"].map((set) => noto("", set)),
  ...["Arabic", "Bengali", "Devanagari", "Hebrew"].map((script) => noto(` ${script}`, script.toLowerCase())),
  { family: "Noto Emoji", folder: "noto-emoji", set: "emoji", weight: 400 },
];

function noto(script: string, set: string): Font {
  const folder = `noto-sans${script.toLowerCase().replace(" ", "-")}`;
  return { family: `Noto Sans${script} SemiBold`, folder, set, weight: 600 };
}

/** The families used for letters that a text's own fonts lack. */
export const otherFamilies = [...new Set(others.map(({ family }) => family))].join(", ");

const require = createRequire(import.meta.url);

/**
 * Loads the fonts with the letters of a text into the drawing library, each once, and no others.
 * @returns false if a letter is in none of them
 */
export async function loadFontsFor(text: string): Promise<boolean> {
  const letters = new Set(text.replace(/[\p{Default_Ignorable_Code_Point}\s]/gu, ""));
  const needed = Array.from(letters, fontsWith);
  if (needed.some((found) => found.length === 0)) return false;
  for (const font of new Set(needed.flat())) await load(font);
  return true;
}

function fontsWith(letter: string): readonly Font[] {
  const code = letter.codePointAt(0) ?? 0;
  const own = ours.filter((font) => hasLetter(font, code));
  return own.length > 0 ? own : others.filter((font) => hasLetter(font, code)).slice(0, 1);
}

const ranges = new Map<Font, readonly (readonly [number, number])[]>();

/** True if a font has a letter, by its package's data about its files. */
function hasLetter(font: Font, letter: number): boolean {
  const known = ranges.get(font) ?? rangesOf(font);
  ranges.set(font, known);
  return known.some(([first, last]) => letter >= first && letter <= last);
}

function rangesOf({ folder, set }: Font) {
  const sets = require(`@fontsource/${folder}/unicode.json`) as Record<string, string>;
  // The emoji font is one file, listed in parts.
  const text = sets[set] ?? Object.values(sets).join(",");
  return text.split(",").map((range) => {
    const [first = "0", last = first] = range.replace("U+", "").split("-");
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)] as const;
  });
}

const loaded = new Map<Font, Promise<void>>();

function load(font: Font): Promise<void> {
  const underWay = loaded.get(font) ?? addFile(font);
  loaded.set(font, underWay);
  return underWay;
}

/**
 * Loads a font into the library, which reads files only while drawing with them, and does not accept the packed format
 * for browsers.
 */
async function addFile({ family, folder, set, weight }: Font): Promise<void> {
  const file = `${folder}-${set}-${weight}-normal`;
  const fontfile = join(unpackedFolder(), `${file}.ttf`);
  // Renamed into place when complete, so that processes sharing the folder never find half a file.
  const part = `${fontfile}.${process.pid}`;
  writeFileSync(part, unpacked(readFileSync(require.resolve(`@fontsource/${folder}/files/${file}.woff`))));
  renameSync(part, fontfile);
  await sharp({ text: { text: "x", font: family, fontfile } }).toBuffer();
}

let place: string | undefined;

/** Unpacks fonts into a permanent folder, which is created if missing. */
export function unpackFontsInto(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  place = folder;
}

/** Returns the given folder, or otherwise a temporary one for the lifetime of this thread. */
function unpackedFolder(): string {
  if (place) return place;
  const made = mkdtempSync(join(tmpdir(), "goodturn-fonts-"));
  process.once("exit", () => rmSync(made, { recursive: true, force: true }));
  return (place = made);
}

/** Unpacks a font packed for browsers: WOFF 1.0 (W3C) compresses each of its tables. */
export function unpacked(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const power = Math.floor(Math.log2(count));
  const head = Buffer.alloc(12 + 16 * count);
  head.writeUInt32BE(woff.readUInt32BE(4), 0);
  for (const [at, value] of [count, 16 * 2 ** power, power, 16 * (count - 2 ** power)].entries()) {
    head.writeUInt16BE(value, 4 + 2 * at);
  }
  const parts = [head];
  let offset = head.length;
  for (let table = 0; table < count; table++) {
    const entry = woff.subarray(44 + 20 * table, 64 + 20 * table);
    const [from, packedLength, length] = [entry.readUInt32BE(4), entry.readUInt32BE(8), entry.readUInt32BE(12)];
    const content = woff.subarray(from, from + packedLength);
    const part = Buffer.alloc(Math.ceil(length / 4) * 4);
    (packedLength < length ? inflateSync(content) : content).copy(part);
    // The entry has its name, checksum, position and length.
    entry.copy(head, 12 + 16 * table, 0, 4);
    entry.copy(head, 16 + 16 * table, 16, 20);
    head.writeUInt32BE(offset, 20 + 16 * table);
    head.writeUInt32BE(length, 24 + 16 * table);
    parts.push(part);
    offset += part.length;
  }
  return Buffer.concat(parts);
}
