import { cp, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * A new folder for a server's data, with an embedded database, migrated and empty: a copy of the one in EMPTY_DATA,
 * which `tools/test/test.ts` makes once. Without it, the first program that opens the folder creates the database,
 * which takes 5 s of processor time.
 */
export async function newData(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `goodturn-${name}-`));
  const empty = process.env["EMPTY_DATA"];
  if (empty) await cp(empty, folder, { recursive: true });
  return folder;
}
