import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, cpSync, existsSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { join, relative } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { newData } from "#test/setup/data.ts";
import { SyncedFiles, syncAll, syncedParams } from "./embedded-disk.ts";

let folder: string;
beforeEach(async () => {
  folder = await newData("disk");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Files, and an image of the disk: the data that would survive a power cut. */
class WithImage extends SyncedFiles {
  readonly image: string;
  constructor(files: string, image: string) {
    super(files, (error) => {
      throw error;
    });
    this.image = image;
  }

  protected override sync(path: string, file: number) {
    super.sync(path, file);
    const copy = join(this.image, relative(this.rootDir, path));
    // An open file may have been deleted.
    if (!existsSync(path)) return;
    if (statSync(path).isDirectory()) this.writeNames(path, copy);
    else copyFileSync(path, copy);
  }

  /** Applies renamed and deleted files to the image. */
  private writeNames(path: string, copy: string) {
    const [names, before] = [readdirSync(path), readdirSync(copy)];
    for (const name of before) if (!names.includes(name)) rmSync(join(copy, name), { recursive: true });
    for (const name of names)
      if (!before.includes(name)) cpSync(join(path, name), join(copy, name), { recursive: true });
  }
}

describe("SyncedFiles", () => {
  it.each([
    ["has on the disk every commit that was answered, and nothing else", syncedParams, 40],
    ["has none there when PostgreSQL does not wait, as PGlite starts it", PGlite.defaultStartParams, 0],
  ])("%s", { timeout: 120_000 }, async (_, startParams, kept) => {
    const [files, image] = [join(folder, "files"), join(folder, "image")];
    // Small log segments, because each is copied with each commit.
    const made = await PGlite.create({ dataDir: files, initDbStartParams: ["--wal-segsize=1"] });
    await made.exec("create table answered (number int)");
    await made.close();
    syncAll(files);
    cpSync(files, image, { recursive: true });
    const first = await PGlite.create({ fs: new WithImage(files, image), startParams });
    for (let number = 0; number < 40; number++) {
      await first.query("insert into answered values ($1)", [number]);
      if (number === 20 && kept > 0) await first.exec("checkpoint");
    }
    await first.exec("begin; insert into answered values (1000)");
    const cut = await PGlite.create({ dataDir: image });
    const { rows } = await cut.query<{ count: number; last: number | null }>(
      "select count(*)::int as count, max(number) as last from answered",
    );
    expect(rows).toEqual([{ count: kept, last: kept ? kept - 1 : null }]);
    await cut.close();
    await first.close();
  });
});

/** Adds subscribers in another process until there are `most`, or it ends. @returns the counted syncs and the output */
async function write(durable: string, variables: NodeJS.ProcessEnv = {}, most = 50) {
  const counted = join(folder, "syncs");
  writeFileSync(counted, "");
  const here = join(import.meta.dirname, "../../../test/setup");
  const program = ["--import", join(here, "count-syncs.ts"), join(here, "writer.ts"), folder, durable];
  const env = { ...process.env, SYNCS: counted, ...variables };
  const writer = spawn(process.execPath, program, { stdio: ["ignore", "pipe", "pipe"], env });
  const closed = once(writer, "close");
  let errors = "";
  writer.stderr.setEncoding("utf8").on("data", (text: string) => (errors += text));
  let [before, last] = [0, 0];
  for await (const line of createInterface({ input: writer.stdout })) {
    if (last === 0) before = statSync(counted).size;
    last = Number(line);
    if (last >= most) break;
  }
  const syncs = statSync(counted).size - before;
  if (last >= most) writer.kill("SIGKILL");
  await closed;
  return { before, last, syncs, errors, exitCode: writer.exitCode };
}

describe("openDatabase", () => {
  it(
    "syncs the embedded database to the disk: all of it first, and then each commit",
    { timeout: 120_000 },
    async () => {
      const { before, syncs } = await write("on");
      // A new database has some thousand files.
      expect(before).toBeGreaterThan(900);
      // The test sees the first row a little after it was written, together with some of the next rows.
      expect(syncs).toBeGreaterThan(25);
    },
  );

  it("does not wait for the disk if that is off", { timeout: 120_000 }, async () => {
    expect(await write("off")).toMatchObject({ before: 0, syncs: 0, last: 50 });
  });

  it("stops once the disk fails, and acknowledges only data that are on it", { timeout: 120_000 }, async () => {
    const { before, last } = await write("on", {}, 1);
    expect(last).toBe(1);
    const { errors, exitCode, ...ended } = await write("on", { SYNCS_MAX: String(before) }, 1000);
    expect(errors).toContain("The embedded database has stopped: EIO: i/o error, fdatasync");
    expect([exitCode, ended.last < 1000]).toEqual([1, true]);
  });
});
