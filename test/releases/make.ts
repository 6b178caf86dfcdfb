import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { builtAt } from "./checkout.ts";
import { folderOfReleases, type Release } from "./release.ts";

// `npm run release-database -- <commit>`: makes the database of a release by the release's own code, in place of the
// last one's. Without a commit it is the present one.

const commit = execFileSync("git", ["rev-parse", process.argv[2] ?? "HEAD"], { encoding: "utf8" }).trim();
const folder = builtAt(commit);
const there = join(folder, "test/releases");
mkdirSync(there, { recursive: true });
for (const name of ["fill.ts", "variants.ts"]) copyFileSync(join(folderOfReleases, name), join(there, name));

const made = join(mkdtempSync(join(tmpdir(), "goodturn-release-")), "release.json");
execFileSync(process.execPath, ["test/releases/fill.ts", commit, made], { cwd: folder, stdio: "inherit" });
const { version } = JSON.parse(readFileSync(made, "utf8")) as Release;
for (const name of readdirSync(folderOfReleases)) if (name.endsWith(".json")) rmSync(join(folderOfReleases, name));
copyFileSync(made, join(folderOfReleases, `${version}.json`));
process.stdout.write(`test/releases/${version}.json is the database of ${version}, of commit ${commit}.\n`);
