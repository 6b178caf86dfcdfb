import { mkdirSync } from "node:fs";
import { enableCompileCache } from "node:module";
import { join } from "node:path";

/**
 * Keeps compiled code in the folder of our data for the next start, which then takes a third less of the processor. Somebody
 * who sets `NODE_COMPILE_CACHE` has it kept there; where nothing can be written, none is kept.
 * @returns the folder, for processes that we start
 */
export function keepCompiled(dataDir: string): string {
  const folder = process.env["NODE_COMPILE_CACHE"] ?? join(dataDir, "compiled");
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    enableCompileCache(folder);
  } catch {
    // A start without it takes longer, and is none the worse.
  }
  return folder;
}
