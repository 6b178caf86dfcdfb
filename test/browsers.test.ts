import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findBrowsers } from "../tools/test/browsers.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "goodturn-browsers-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function have(path: string): string {
  const whole = join(folder, path);
  mkdirSync(dirname(whole), { recursive: true });
  writeFileSync(whole, "");
  chmodSync(whole, 0o755);
  return whole;
}

/** The browsers in this test's folder; on a Mac there may be others. */
const found = (best: "shell" | "windows", places: Parameters<typeof findBrowsers>[1] = {}) =>
  findBrowsers(best, { PATH: `${folder}/a:${folder}/b`, ...places }, folder).filter((path) => path.startsWith(folder));

describe("findBrowsers", () => {
  it("finds the most suitable browser first, wherever it is in the PATH", () => {
    const [chrome, chromium, shell] = ["a/google-chrome", "b/chromium", "b/chromium-headless-shell"].map(have);
    have("c/chromium");
    expect(found("shell")).toEqual([shell, chromium, chrome]);
    expect(found("windows")).toEqual([chromium, chrome, shell]);
  });

  it("takes only the browser that CHROMIUM names, even if it does not exist", () => {
    have("a/chromium");
    expect(findBrowsers("shell", { CHROMIUM: "/nowhere/chromium", PATH: `${folder}/a` }, folder)).toEqual([
      "/nowhere/chromium",
    ]);
    expect(found("shell", { CHROMIUM: "" })).toEqual([join(folder, "a/chromium")]);
  });

  it("looks last in Playwright's own folder, the newest first, and skips incomplete installations", () => {
    const cache = join(folder, "cache");
    const shellOf = (revision: number) =>
      have(`cache/chromium_headless_shell-${revision}/chrome-headless-shell-linux64/chrome-headless-shell`);
    const [older, newer] = [shellOf(999), shellOf(1255)];
    shellOf(2000);
    for (const revision of [999, 1255]) have(`cache/chromium_headless_shell-${revision}/INSTALLATION_COMPLETE`);
    const chromium = have("a/chromium");
    expect(found("shell", { PLAYWRIGHT_BROWSERS_PATH: cache })).toEqual([chromium, newer, older]);
  });

  it("finds nothing if there is no browser", () => {
    expect(found("shell", { PLAYWRIGHT_BROWSERS_PATH: join(folder, "nowhere") })).toEqual([]);
    expect(found("windows")).toEqual([]);
  });
});
