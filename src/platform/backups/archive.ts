import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, rename, rm, type FileHandle } from "node:fs/promises";
import { Readable } from "node:stream";
import { z } from "zod";
import { StartFailure } from "#db/start-failure.ts";

// A backup is a tar archive, so that `tar` can open it when nothing else is left: the database, the secret, and last
// `backup.json`, which lists the contents and their checksums. A truncated file lacks it.

/** The format of a backup. Versions with a newer format can still read this one. */
const format = 1;
const block = 512;
const aboutName = "backup.json";

const Part = z.object({ bytes: z.int().nonnegative(), sha256: z.string() });
const About = z.object({
  format: z.literal(format),
  /** The kind of database; neither kind can read the other's backups. */
  kind: z.enum(["embedded", "postgres"]),
  /** The version of Goodturn, and the migrations applied to the tables. */
  version: z.string(),
  migrations: z.array(z.string()),
  /** ISO 8601, by the database's clock. */
  madeAt: z.string(),
  parts: z.record(z.string(), Part),
});
export type About = z.infer<typeof About>;

/** The database's name in a backup: an archive of its files, or the output of pg_dump. */
export const databaseParts = { embedded: "database.tar.gz", postgres: "database.dump" } as const;

/** A part of a backup. */
export type PartContent = { name: string; content: AsyncIterable<Uint8Array> };

/**
 * Writes a backup, which only its owner can read; it has a temporary name until it is complete and on the disk.
 * @throws StartFailure if there is such a file already, or it cannot be written
 */
export async function writeArchive(file: string, about: Omit<About, "format" | "parts">, parts: PartContent[]) {
  const part = `${file}.part`;
  const handle = await open(part, "wx", 0o600).catch((error: unknown) => {
    throw new StartFailure(`${part} cannot be written: ${String(error)}.`, { cause: error });
  });
  try {
    const sums: About["parts"] = {};
    let offset = 0;
    for (const { name, content } of parts) {
      const { sum, next } = await writePart(handle, { name, content }, offset);
      sums[name] = sum;
      offset = next;
    }
    const text = `${JSON.stringify({ format, ...about, parts: sums } satisfies About, null, 2)}\n`;
    const { next } = await writePart(handle, { name: aboutName, content: bytesOf(text) }, offset);
    // Two empty blocks end a tar archive.
    await handle.write(Buffer.alloc(2 * block), 0, 2 * block, next);
    await handle.sync();
    await handle.close();
    await rename(part, file);
  } catch (error) {
    await handle.close().catch(() => {});
    await rm(part, { force: true });
    throw error;
  }
}

/** Converts a text to the content of a part. */
export async function* bytesOf(text: string | Uint8Array): AsyncIterable<Uint8Array> {
  yield Buffer.from(text);
}

async function writePart(handle: FileHandle, { name, content }: PartContent, offset: number) {
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const piece of content) {
    hash.update(piece);
    await handle.write(piece, 0, piece.length, offset + block + bytes);
    bytes += piece.length;
  }
  await handle.write(headerOf(name, bytes), 0, block, offset);
  const next = offset + block + Math.ceil(bytes / block) * block;
  // Fills the last block.
  await handle.truncate(next);
  return { sum: { bytes, sha256: hash.digest("hex") }, next };
}

/** Builds the header of a file in a tar archive (POSIX.1-1988, ustar): up to 64 GB. */
function headerOf(name: string, bytes: number): Buffer {
  const header = Buffer.alloc(block);
  const put = (at: number, text: string) => void header.write(text, at, "latin1");
  put(0, name);
  put(100, "0000600\0");
  put(108, "0000000\0");
  put(116, "0000000\0");
  put(124, bytes.toString(8).padStart(12, "0"));
  put(136, `${Math.floor(Date.now() / 1000).toString(8)}\0`);
  put(148, "        ");
  put(156, "0");
  put(257, "ustar\0");
  put(263, "00");
  const sum = header.reduce((total, byte) => total + byte, 0);
  put(148, `${sum.toString(8).padStart(6, "0")}\0 `);
  return header;
}

/** A complete backup: its description, and a way to read its parts. */
export type Archive = { about: About; read: (name: string) => Readable };

/**
 * Reads a backup, and checks that every part is unaltered.
 * @throws StartFailure with a sentence if it is not a backup, is truncated or altered, or has an unknown format
 */
export async function readArchive(file: string): Promise<Archive> {
  const handle = await open(file).catch((error: unknown) => {
    throw new StartFailure(`${file} cannot be read: ${String(error)}.`, { cause: error });
  });
  const places = await placesIn(handle);
  await handle.close();
  const read = (name: string): Readable => {
    const place = places.get(name);
    if (!place) throw new StartFailure(`${file} has no ${name} in it.`);
    const { start, bytes } = place;
    // A read stream cannot express an empty range.
    return bytes === 0 ? Readable.from([]) : createReadStream(file, { start, end: start + bytes - 1 });
  };
  if (!places.has(aboutName)) throw new StartFailure(`${file} is not a backup of Goodturn, or is incomplete.`);
  const about = aboutOf(file, await textOf(read(aboutName)));
  for (const [name, { bytes, sha256 }] of Object.entries(about.parts)) {
    if (places.get(name)?.bytes !== bytes || (await sumOf(read(name))) !== sha256) {
      throw new StartFailure(`${file} is damaged: its ${name} has been altered. Use another backup.`);
    }
  }
  return { about, read };
}

/** Returns the positions and lengths of the files in a tar archive. */
async function placesIn(handle: FileHandle) {
  const places = new Map<string, { start: number; bytes: number }>();
  const { size } = await handle.stat();
  for (let offset = 0; offset + block <= size;) {
    const { buffer } = await handle.read(Buffer.alloc(block), 0, block, offset);
    const bytes = Number.parseInt(textAt(buffer, 124, 12), 8);
    const start = offset + block;
    if (textAt(buffer, 257, 5) !== "ustar" || !(bytes >= 0) || start + bytes > size) break;
    places.set(textAt(buffer, 0, 100), { start, bytes });
    offset = start + Math.ceil(bytes / block) * block;
  }
  return places;
}

const textAt = (buffer: Buffer, at: number, length: number) =>
  buffer.toString("latin1", at, at + length).replace(/[\0 ].*$/s, "");

function aboutOf(file: string, text: string): About {
  try {
    const said: unknown = JSON.parse(text);
    const version = z.object({ format: z.int() }).safeParse(said).data?.format ?? format;
    if (version === format) return About.parse(said);
    throw new StartFailure(`${file} is a backup of format ${version}; this version of Goodturn reads ${format}.`);
  } catch (error) {
    if (error instanceof StartFailure) throw error;
    throw new StartFailure(`${file} is damaged: its ${aboutName} has been altered.`, { cause: error });
  }
}

/** Reads a whole stream as text. */
export async function textOf(stream: Readable): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of stream) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces).toString("utf8");
}

async function sumOf(stream: Readable): Promise<string> {
  const hash = createHash("sha256");
  for await (const piece of stream) hash.update(piece);
  return hash.digest("hex");
}
