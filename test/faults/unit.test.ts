import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "../..");
/** The highest exposure of a unit by systemd's own measure, from 0 to 10; a unit without hardening has 9.6. */
const exposureMost = 2;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "goodturn-unit-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const analyze = (...words: string[]) => {
  const { status, stdout, stderr } = spawnSync("systemd-analyze", words, { encoding: "utf8" });
  return { status, written: stdout + stderr };
};

describe.skipIf(analyze("--version").status !== 0)("the unit for systemd", () => {
  it("the systemd unit is valid, and allows the site little besides serving", () => {
    // This checkout stands in for an installation as documented.
    const unit = readFileSync(join(root, "docs/samples/goodturn@.service"), "utf8").replaceAll("/opt/goodturn", root);
    const file = join(folder, "goodturn@3001.service");
    writeFileSync(file, unit);
    expect(analyze("verify", "--recursive-errors=no", "--man=no", file)).toEqual({ status: 0, written: "" });
    const { written } = analyze("security", "--offline=yes", file);
    const [, exposure = "10"] = /Overall exposure level for goodturn@3001\.service: ([\d.]+)/.exec(written) ?? [];
    expect(Number(exposure)).toBeLessThanOrEqual(exposureMost);
  });
});
