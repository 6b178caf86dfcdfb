import { spawn, type ChildProcess } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { newData } from "#test/setup/data.ts";
import { openDatabase } from "./connect.ts";
import { migrate } from "#db/migrate.ts";
import type { OpenDatabase } from "./open-database.ts";

let folder: string;
let open: OpenDatabase[];
let children: ChildProcess[];

beforeEach(async () => {
  folder = await newData("embedded");
  open = [];
  children = [];
});

afterEach(async () => {
  for (const child of children) child.kill("SIGKILL");
  for (const { close } of open) await close();
  rmSync(folder, { recursive: true, force: true });
});

async function openHere(): Promise<OpenDatabase> {
  const database = await openDatabase({ url: null, dataDir: folder });
  open.push(database);
  return database;
}

/** Starts another process that opens the folder and adds subscribers forever, and prints each stored number. */
async function startWriter() {
  const child = spawn(process.execPath, [join(import.meta.dirname, "../../../test/setup/writer.ts"), folder], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.push(child);
  let written = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (written += text));
  while (written.split("\n").length < 50) await new Promise((resolve) => setTimeout(resolve, 20));
  const killed = async () => {
    child.kill("SIGKILL");
    await new Promise((resolve) => child.once("close", resolve));
    return Number(written.trimEnd().split("\n").at(-1));
  };
  return { killed };
}

describe("the embedded database", () => {
  it("refuses a second process, and loses nothing when the first is killed", { timeout: 60_000 }, async () => {
    const writer = await startWriter();
    await expect(openDatabase({ url: null, dataDir: folder })).rejects.toThrow(
      `DATA_DIR: ${folder} is in use by another process of Goodturn; stop that one first.`,
    );
    const lastStored = await writer.killed();

    const { db } = await openHere();
    const { count } = await db
      .selectFrom("subscribers")
      .select(db.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    // The last row may have been stored before its number was printed.
    expect(count).toBeGreaterThanOrEqual(lastStored);
    expect(count).toBeLessThanOrEqual(lastStored + 1);
  });

  it("reports how its only connection is used", async () => {
    const { pools } = await openHere();
    expect(pools()).toEqual([{ pool: "main", used: 0, idle: 1, waiting: 0 }]);
  });

  it("is copied between two statements, and other callers wait until it is done", async () => {
    const { db, copyTo } = await openHere();
    const order: string[] = [];
    const copied = copyTo?.(join(folder, "copy")).then(() => order.push("copied"));
    const asked = sql`select 1`.execute(db).then(() => order.push("asked"));
    await Promise.all([copied, asked]);
    expect(order).toEqual(["copied", "asked"]);
  });

  it("rejects a path that is not a folder, in one sentence", async () => {
    const file = join(folder, "file");
    writeFileSync(file, "");
    await expect(openDatabase({ url: null, dataDir: file })).rejects.toMatchObject({
      name: "StartFailure",
      message: expect.stringMatching(/^DATA_DIR: .* cannot be written to: EEXIST.*\.$/),
    });
  });

  it("rejects a folder with other contents, and releases it", { timeout: 30_000 }, async () => {
    const { close } = await openHere();
    await close();
    writeFileSync(join(folder, "database/PG_VERSION"), "9.6\n");
    const refusal = await openDatabase({ url: null, dataDir: folder }).catch((error: Error) => error);
    expect(refusal).toMatchObject({ name: "StartFailure" });
    const again = await openDatabase({ url: null, dataDir: folder }).catch((error: Error) => error);
    expect(again).not.toMatchObject({ message: expect.stringContaining("in use") });
  });

  it("keeps its data over a restart, and can be opened again", { timeout: 30_000 }, async () => {
    const first = await openHere();
    await migrate(first.db);
    await first.db.insertInto("subscribers").values({ email: "a@demo.example" }).execute();
    await first.close();
    const second = await openHere();
    expect(await second.db.selectFrom("subscribers").select("email").execute()).toEqual([{ email: "a@demo.example" }]);
  });
});
