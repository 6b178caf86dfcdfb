import { readFileSync } from "node:fs";
import { findPackageJSON } from "node:module";
import { z } from "zod";

/** Returns the version of this code, from its package. */
export function ownVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(findPackageJSON(import.meta.url) ?? "", "utf8"));
  return z.object({ version: z.string() }).parse(manifest).version;
}
