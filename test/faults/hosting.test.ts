import { spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { surroundings } from "./image.ts";
import { freePort } from "../setup/server.ts";
import { secondsUntil, statusOf, tell } from "./site.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "goodturn-hosting-"));
  // What a clone has.
  const { stdout } = spawnSync("git", ["ls-files", "-co", "--exclude-standard"], { encoding: "utf8" });
  for (const file of stdout.trim().split("\n")) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(file, join(folder, file));
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The commands of the first block below a heading of docs/hosting.md, as they stand there. */
function commandsBelow(heading: string): string[] {
  const [, below = ""] = readFileSync("docs/hosting.md", "utf8").split(`\n${heading}\n`);
  const [, block = ""] = /```sh\n(.*?)```/s.exec(below) ?? [];
  return block.trim().split("\n");
}

const envWith = (more: Record<string, string>) => ({ ...surroundings(), HOME: folder, ...more });

function run(command: string, more: Record<string, string> = {}) {
  const begun = performance.now();
  const { status, stdout, stderr } = spawnSync("sh", ["-c", command], {
    cwd: folder,
    env: envWith(more),
    encoding: "utf8",
  });
  tell(command.replace(/ +#.*/, ""), { seconds: Math.round((performance.now() - begun) / 100) / 10 });
  return { status, written: stdout + stderr };
}

it("builds, ships, starts, backs up and restores a site by the commands of docs/hosting.md", async () => {
  const [build = "", install = "", start = ""] = commandsBelow("### Anywhere else");
  for (const command of [build, install]) expect(run(command)).toMatchObject({ status: 0 });
  const port = String(await freePort());
  // What the server and the others read.
  writeFileSync(join(folder, ".env"), "DATA_DIR=site\n");
  const child = spawn("sh", ["-c", `exec ${start}`], { cwd: folder, env: envWith({ PORT: port }), stdio: "ignore" });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  try {
    const seconds = await secondsUntil(`http://127.0.0.1:${port}/readyz`, 200);
    tell(start.replace(/ +#.*/, ""), { "seconds of the first start, which makes the database": seconds });
    expect(await statusOf(`http://127.0.0.1:${port}/upcoming-events`)).toBe(200);

    const [backup = "", restore = "", replace = ""] = commandsBelow("## Backup and restore");
    expect(run(backup)).toMatchObject({ status: 0, written: expect.stringContaining("has the embedded database") });
    expect(statSync(join(folder, "monday.goodturn")).mode & 0o777).toBe(0o600);
    expect(run(backup)).toMatchObject({ status: 1, written: expect.stringContaining("There is a ") });
    expect(run(replace)).toMatchObject({ status: 1, written: expect.stringContaining("is in use by another process") });
    expect(run(restore, { DATA_DIR: "elsewhere" })).toMatchObject({ status: 0 });
    expect(run(restore, { DATA_DIR: "elsewhere" })).toMatchObject({ status: 1 });
    expect(run(replace, { DATA_DIR: "elsewhere" })).toMatchObject({ status: 0 });
    expect(existsSync(join(folder, "site/database"))).toBe(true);
    expect(run("tar -tf monday.goodturn").written.split("\n")).toContain("backup.json");
    // None of it has installed what is for development.
    expect(existsSync(join(folder, "node_modules/vite"))).toBe(false);
  } finally {
    child.kill("SIGTERM");
    await ended;
  }
});
