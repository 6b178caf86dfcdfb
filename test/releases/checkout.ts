import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Checks a commit out into a temporary folder, installs and builds it there, once for all runs on this machine.
 * @returns the folder
 * @throws Error with a sentence if our history does not reach that far, or the build fails
 */
export function builtAt(commit: string): string {
  const folder = join(tmpdir(), `goodturn-${commit.slice(0, 7)}`);
  if (!existsSync(join(folder, "package.json"))) {
    mkdirSync(folder, { recursive: true });
    const archive = spawnSync("git", ["archive", commit], { maxBuffer: 1024 ** 3 });
    if (archive.status !== 0) {
      throw new Error(`The version of commit ${commit} is not in this copy's history: git fetch --unshallow.`);
    }
    execFileSync("tar", ["-x", "-C", folder], { input: archive.stdout });
  }
  const built = spawnSync(process.execPath, ["tools/run.mjs", "build"], { cwd: folder, encoding: "utf8" });
  if (built.status !== 0) throw new Error(`Commit ${commit} could not be built:\n${built.stdout}${built.stderr}`);
  return folder;
}
