import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { bytesOf, readArchive, textOf, writeArchive } from "./archive.ts";

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "goodturn-archive-"));
  file = join(folder, "monday");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const about: Parameters<typeof writeArchive>[1] = {
  kind: "embedded",
  version: "1.2.3",
  migrations: ["001-start"],
  madeAt: "2026-11-22T08:00:00Z",
};
const parts = () => [
  { name: "database.tar.gz", content: bytesOf("x".repeat(3000)) },
  { name: "auth-secret", content: bytesOf("a secret\n") },
];
const refusal = async (path = file) =>
  readArchive(path).then(String, (error: Error) => `${error.name}: ${error.message}`);

describe("a backup", () => {
  it("reads back what was written, from a file that only its owner can read", async () => {
    await writeArchive(file, about, parts());
    const { about: read, read: partOf } = await readArchive(file);
    expect(read).toMatchObject(about);
    expect(await textOf(partOf("database.tar.gz"))).toBe("x".repeat(3000));
    expect(await textOf(partOf("auth-secret"))).toBe("a secret\n");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(file).size % 512).toBe(0);
  });

  it("appears only when it is complete, and leaves nothing after a failure", async () => {
    const fails = async function* () {
      yield Buffer.from("half");
      expect(() => statSync(file)).toThrow("ENOENT");
      throw new Error("the disk is full");
    };
    await expect(writeArchive(file, about, [{ name: "database.tar.gz", content: fails() }])).rejects.toThrow("is full");
    for (const path of [file, `${file}.part`]) expect(() => statSync(path)).toThrow("ENOENT");
  });

  it("does not overwrite another that is being written", async () => {
    writeFileSync(`${file}.part`, "another's");
    await expect(writeArchive(file, about, parts())).rejects.toMatchObject({ name: "StartFailure" });
    expect(readFileSync(`${file}.part`, "utf8")).toBe("another's");
  });

  it("is refused with a sentence when it is not a backup, cut short, altered, or of another format", async () => {
    await writeArchive(file, about, parts());
    const whole = readFileSync(file);
    writeFileSync(file, "something else entirely".repeat(100));
    expect(await refusal()).toBe(`StartFailure: ${file} is not a backup of Goodturn, or is incomplete.`);
    for (const size of [0, 511, 512, 2000, whole.length - 2048]) {
      writeFileSync(file, whole);
      truncateSync(file, size);
      expect(await refusal()).toBe(`StartFailure: ${file} is not a backup of Goodturn, or is incomplete.`);
    }
    const changed = Buffer.from(whole);
    changed.writeUInt8(0x79, 512 + 2999);
    writeFileSync(file, changed);
    expect(await refusal()).toMatch(/is damaged: its database\.tar\.gz has been altered\./);
    writeFileSync(file, whole.toString("latin1").replace('"format": 1', '"format": 2'), "latin1");
    expect(await refusal()).toMatch(/is a backup of format 2; this version of Goodturn reads 1\.$/);
    writeFileSync(file, whole.toString("latin1").replace('"format": 1', '"format": x'), "latin1");
    expect(await refusal()).toMatch(/is damaged: its backup\.json has been altered\.$/);
    expect(await refusal(join(folder, "none"))).toMatch(/^StartFailure: .*none cannot be read: .*ENOENT/);
  });
});
