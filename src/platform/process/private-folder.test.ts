import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { keepPrivate } from "./private-folder.ts";

let around: string;
beforeEach(() => {
  around = mkdtempSync(join(tmpdir(), "goodturn-private-"));
});
afterEach(() => rmSync(around, { recursive: true, force: true }));

const modeOf = (...path: string[]) => (statSync(join(around, ...path)).mode & 0o7777).toString(8);
/** Creates a folder or a file with this mode, regardless of the process's umask. */
function make(mode: number, path: string, text?: string) {
  if (text === undefined) mkdirSync(join(around, path));
  else writeFileSync(join(around, path), text);
  chmodSync(join(around, path), mode);
}
const keep = () => keepPrivate(join(around, "data"), join(around, "data/mail"));

describe("keepPrivate", () => {
  it("removes others' rights on existing files, and changes nothing else", () => {
    make(0o755, "data");
    make(0o755, "data/mail");
    make(0o644, "data/mail/one.eml", "To: somebody");
    make(0o400, "data/mail/two.eml", "To: somebody else");
    make(0o644, "beside.txt", "not ours");
    symlinkSync(join(around, "beside.txt"), join(around, "data/mail/link.eml"));
    keep();
    expect([modeOf("data"), modeOf("data/mail"), modeOf("data/mail/one.eml")]).toEqual(["700", "700", "600"]);
    expect([modeOf("data/mail/two.eml"), modeOf("beside.txt")]).toEqual(["400", "644"]);
  });

  it("does not change a shared folder", () => {
    make(0o1777, "data");
    keep();
    expect(modeOf("data")).toBe("1777");
  });

  it("creates nothing", () => {
    keep();
    expect(existsSync(join(around, "data"))).toBe(false);
  });
});
