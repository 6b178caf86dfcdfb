import { chmodSync, lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";

/**
 * Removes other users' rights to our data folder and the mails in it, for files left by an older version or a person.
 * New files are created without such rights.
 */
export function keepPrivate(folder: string, mails: string): void {
  try {
    takeRights(folder, 0o700);
    takeRights(mails, 0o700);
    for (const name of readdirSync(mails)) takeRights(join(mails, name), 0o600);
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "")) return;
    process.emitWarning(`Others on this machine may be able to read ${folder}: ${String(error)}`);
  }
}

/** Changes only our own folders, and no shared ones, such as /tmp. */
function takeRights(path: string, mode: number): void {
  const found = lstatSync(path);
  const isShared = (found.mode & 0o1000) !== 0;
  if (found.isSymbolicLink() || isShared || found.uid !== process.getuid?.()) return;
  if ((found.mode & 0o077) !== 0) chmodSync(path, mode);
}
