import { cp, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * A new folder for a server's data, with an embedded database, migrated and empty: a copy of the one in EMPTY_DATA,
 * which `tools/test/test.ts` makes once. Without that, the first program to open it makes the database, which takes 5 s
 * of a processor.
 */
export async function newData(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `goodturn-${name}-`));
  const empty = process.env["EMPTY_DATA"];
  if (empty) await cp(empty, folder, { recursive: true });
  return folder;
}
