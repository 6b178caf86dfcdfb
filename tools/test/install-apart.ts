import { execFile } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

/** npm's words for a missing network, or for an incomplete registry. */
const noNetwork =
  /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|E?TIMEDOUT|ERR_SOCKET_TIMEOUT|E404|E5\d\d)\b/;

/** npm's line about a failed installation, if the network or the registry caused it. @throws the error otherwise */
export function reasonOf(error: unknown): string {
  const [reason] = noNetwork.exec(error instanceof Error ? error.message : "") ?? [];
  if (!reason) throw error;
  return reason;
}

/**
 * Installs the packages in `tools/<name>`, which only one command needs, once, into a folder that is deleted with our
 * packages.
 * @param optional whether optional packages are installed, such as those for a single system
 * @returns that folder
 * @throws Error with npm's words
 */
export async function installApart(name: string, optional: "include" | "omit" = "omit"): Promise<string> {
  const folder = `node_modules/.${name}`;
  const lockfile = join("tools/test", name, "package-lock.json");
  // Written last, so that an incomplete installation does not count.
  const stamp = join(folder, ".installed");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === readFileSync(lockfile, "utf8")) return folder;
  process.stdout.write(`Installing the packages of tools/test/${name} (once) …\n`);
  mkdirSync(folder, { recursive: true });
  rmSync(stamp, { force: true });
  for (const file of ["package.json", "package-lock.json"])
    copyFileSync(join("tools/test", name, file), join(folder, file));
  const npm = process.env["npm_execpath"];
  // npm needs the real path, also if our packages are a link.
  const words = [
    "ci",
    "--prefix",
    realpathSync(folder),
    "--ignore-scripts",
    `--${optional}=optional`,
    "--prefer-offline",
  ];
  // Without a network, npm would retry for more than a minute.
  const rest = [...words, "--no-audit", "--no-fund", "--fetch-retry-mintimeout=1000", "--fetch-retry-maxtimeout=5000"];
  await promisify(execFile)(npm ? process.execPath : "npm", npm ? [npm, ...rest] : rest);
  copyFileSync(lockfile, stamp);
  return folder;
}
