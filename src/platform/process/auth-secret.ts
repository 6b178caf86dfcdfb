import { randomBytes } from "node:crypto";
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { StartFailure } from "#db/start-failure.ts";

/** The minimum length of AUTH_SECRET, in characters: 32 random ones of base64 are 192 bits. */
export const secretMin = 32;

/**
 * Returns the secret of an installation with an embedded database: created at its first start, and stored beside the
 * data in a file that only its owner can read. Call it while the folder is locked.
 * @throws StartFailure if the file exists without a secret
 */
export function keptSecret(dataDir: string): string {
  const file = join(dataDir, "auth-secret");
  const kept = read(file) ?? make(file);
  if (kept.length >= secretMin) return kept;
  throw new StartFailure(
    `${file} holds fewer than ${secretMin} characters; delete it to get a new one (everybody is then logged out).`,
  );
}

function read(file: string): string | null {
  try {
    return readFileSync(file, "utf8").trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw new StartFailure(`${file} cannot be read: ${String(error)}.`, { cause: error });
  }
}

function make(file: string): string {
  const secret = randomBytes(32).toString("base64url");
  // Renamed into place when complete, so that a crash leaves no partial secret.
  writeFileSync(`${file}.new`, `${secret}\n`, { mode: 0o600, flush: true });
  renameSync(`${file}.new`, file);
  return secret;
}
