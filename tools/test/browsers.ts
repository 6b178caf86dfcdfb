import { existsSync, readdirSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";

// Browsers of this machine that programs can drive: Chromium and its derivatives.

/** Chromium's headless shell, which takes half as long for the same pages. */
const withoutWindows = ["chromium-headless-shell"];
const withWindows = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
/** The folders of applications on macOS, and the browsers in them. */
const applications = [
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** The variables that set where to look. */
export type Places = { CHROMIUM?: string; PATH?: string; PLAYWRIGHT_BROWSERS_PATH?: string; XDG_CACHE_HOME?: string };

/**
 * Lists the browsers of this machine, the best first. One that CHROMIUM names is the only one, even if it does not
 * exist.
 * @param best `windows` to measure pages as people see them, or `shell` for speed
 */
export function findBrowsers(best: "shell" | "windows", places: Places = process.env, home = homedir()): string[] {
  if (places.CHROMIUM) return [places.CHROMIUM];
  const names = best === "shell" ? [...withoutWindows, ...withWindows] : [...withWindows, ...withoutWindows];
  const folders = (places.PATH ?? "").split(delimiter).filter(Boolean);
  const inPath = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  const inHome = applications.map((path) => join(home, path));
  return [...inPath, ...applications, ...inHome, ...ofPlaywright(places, home)].filter((path) => existsSync(path));
}

/** The shells in the folder of `playwright install`, the newest first. */
function ofPlaywright({ PLAYWRIGHT_BROWSERS_PATH, XDG_CACHE_HOME }: Places, home: string): string[] {
  const caches = process.platform === "darwin" ? join(home, "Library/Caches") : XDG_CACHE_HOME || join(home, ".cache");
  const folder = PLAYWRIGHT_BROWSERS_PATH || join(caches, "ms-playwright");
  return entriesOf(folder)
    .filter((entry) => revision(entry) > 0 && existsSync(join(folder, entry, "INSTALLATION_COMPLETE")))
    .toSorted((a, b) => revision(b) - revision(a))
    .flatMap((entry) => entriesOf(join(folder, entry)).map((inner) => join(folder, entry, inner)))
    .flatMap((inner) => ["chrome-headless-shell", "headless_shell"].map((name) => join(inner, name)));
}

const revision = (entry: string) => Number(/^chromium_headless_shell-(\d+)$/.exec(entry)?.[1] ?? 0);

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
