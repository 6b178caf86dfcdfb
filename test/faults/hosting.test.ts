import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { blocksBelow, copyCheckout, shellIn } from "./checkout.ts";
import { freePort } from "../setup/server.ts";
import { secondsUntil, statusOf, tell } from "./site.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "goodturn-hosting-"));
  copyCheckout(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("builds, ships, starts, backs up and restores a site with the commands of docs/hosting.md", async () => {
  const { run, start: startIn } = shellIn(folder);
  const [[build = "", install = "", start = ""] = []] = blocksBelow("### Anywhere else");
  for (const command of [build, install]) expect(run(command)).toMatchObject({ status: 0 });
  const port = String(await freePort());
  // The settings for the server and the other programs.
  writeFileSync(join(folder, ".env"), "DATA_DIR=site\n");
  const site = startIn(start, { PORT: port });
  try {
    const seconds = await secondsUntil(`http://127.0.0.1:${port}/readyz`, 200);
    tell(start.replace(/ +#.*/, ""), { "seconds of the first start, which makes the database": seconds });
    expect(await statusOf(`http://127.0.0.1:${port}/upcoming-events`)).toBe(200);

    const [[backup = "", restore = "", replace = ""] = []] = blocksBelow("## Backup and restore");
    expect(run(backup)).toMatchObject({ status: 0, written: expect.stringContaining("has the embedded database") });
    expect(statSync(join(folder, "monday.goodturn")).mode & 0o777).toBe(0o600);
    expect(run(backup)).toMatchObject({ status: 1, written: expect.stringContaining("There is a ") });
    expect(run(replace)).toMatchObject({ status: 1, written: expect.stringContaining("is in use by another process") });
    expect(run(restore, { DATA_DIR: "elsewhere" })).toMatchObject({ status: 0 });
    expect(run(restore, { DATA_DIR: "elsewhere" })).toMatchObject({ status: 1 });
    expect(run(replace, { DATA_DIR: "elsewhere" })).toMatchObject({ status: 0 });
    expect(existsSync(join(folder, "site/database"))).toBe(true);
    expect(run("tar -tf monday.goodturn").written.split("\n")).toContain("backup.json");
    // No development package was installed.
    expect(existsSync(join(folder, "node_modules/vite"))).toBe(false);
  } finally {
    await site.stop();
  }
});
