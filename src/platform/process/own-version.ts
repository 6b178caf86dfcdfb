import { readFileSync } from "node:fs";
import { findPackageJSON } from "node:module";
import { z } from "zod";

/** The version of this code, as its package says. */
export function ownVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(findPackageJSON(import.meta.url) ?? "", "utf8"));
  return z.object({ version: z.string() }).parse(manifest).version;
}
