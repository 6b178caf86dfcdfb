import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import { hasPostgres, hasPostgresClient } from "../../test/setup/postgres-programs.ts";
import { findBrowsers } from "./browsers.ts";
import { type NeedName, needs, sentenceFor, type System, systemOf } from "./needs.ts";
import { provideNpmPostgres } from "./npm-postgres.ts";

const noto = "/usr/share/fonts/truetype/noto";
/**
 * The maximum wait for installing a browser, in milliseconds: without a network, its installer tries for many minutes.
 */
const browserMax = 60_000;

const folders = [...(process.env["PATH"] ?? "").split(delimiter), "/usr/sbin", "/sbin"];
const hasProgram = (name: string) => folders.some((folder) => folder && existsSync(join(folder, name)));

const isThere: Record<NeedName, () => boolean> = {
  postgres: hasPostgres,
  backup: hasPostgresClient,
  browser: () => Boolean(runningBrowser()),
  // Other systems have other fonts in other places.
  letters: () => !isDebian() || existsSync(`${noto}/NotoSansBengali-Regular.ttf`),
  emoji: () => !isDebian() || existsSync(`${noto}/NotoColorEmoji.ttf`),
  nginx: () => hasProgram("nginx"),
  haproxy: () => hasProgram("haproxy"),
  caddy: () => hasProgram("caddy"),
  pgbouncer: () => hasProgram("pgbouncer"),
  cron: () => hasProgram("cron"),
  promtool: () => hasProgram("promtool"),
};

/** The ways to install without root, for needs that apt could not meet. @returns the reason for a failure, or null */
const otherWays: Partial<Record<NeedName, () => Promise<string | null>>> = {
  postgres: provideNpmPostgres,
  browser: () => (process.env["CHROMIUM"] ? Promise.resolve("CHROMIUM names what does not run") : playwrightsOwn()),
};

const thisSystem = (): System => systemOf(process.platform, process.getuid?.(), hasProgram);
const isDebian = () => thisSystem().installer === "apt-get";

/**
 * Installs missing needs: with apt as root on Debian and its derivatives, else from npm or with Playwright. CHROMIUM is
 * then set to the journeys' browser, if one runs.
 * @returns the needs that this machine cannot meet, each with a sentence that says how to install it
 */
export async function provideSystemNeeds(wanted: NeedName[]): Promise<Map<NeedName, string>> {
  const missing = new Map<NeedName, string>();
  const apt = aptOnce();
  for (const need of new Set(wanted)) {
    if (isThere[need]()) continue;
    if (need !== "browser" || !process.env["CHROMIUM"]) apt(need);
    const tried = isThere[need]() ? null : await otherWays[need]?.();
    if (!isThere[need]()) missing.set(need, sentenceFor(need, thisSystem(), tried ?? undefined));
  }
  for (const sentence of missing.values()) process.stdout.write(`${sentence}\n`);
  const browser = wanted.includes("browser") && runningBrowser();
  if (browser) process.env["CHROMIUM"] = browser;
  return missing;
}

/**
 * Installs with apt, if allowed. Each package has a call of its own, so that an unknown one does not stop the others.
 */
function aptOnce() {
  const may = isDebian() && thisSystem().isRoot;
  let isUpdated = false;
  return (need: NeedName) => {
    for (const name of may ? (needs[need].packages["apt-get"] ?? []) : []) {
      if (isThere[need]()) return;
      process.stdout.write(`Installing ${name} for the tests (once) …\n`);
      if (!isUpdated) apt(["update", "-qq"]);
      isUpdated = true;
      apt(["install", "-y", "-qq", "--no-install-recommends", name]);
    }
  };
}

/** Without a network, apt would try for many minutes. */
const impatient = ["-o", "Acquire::http::Timeout=15", "-o", "Acquire::Retries=1", "-o", "DPkg::Lock::Timeout=60"];

const apt = (words: string[]) =>
  spawnSync("apt-get", [...impatient, ...words], {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });

let running: string | undefined;

/**
 * The first browser of this machine that runs: Ubuntu's `chromium-browser`, for example, may only print where to find
 * another.
 */
function runningBrowser(): string | undefined {
  running ??= findBrowsers("shell").find(
    (path) => spawnSync(path, ["--version"], { timeout: 20_000, stdio: "ignore" }).status === 0,
  );
  return running;
}

async function playwrightsOwn(): Promise<string | null> {
  process.stdout.write("Installing Playwright's Chromium for the tests (once) …\n");
  const program = resolve("node_modules/playwright-core/cli.js");
  const code = await endedBefore(AbortSignal.timeout(browserMax), program, ["install", "chromium-headless-shell"]);
  if (code === null) return `its download took longer than ${browserMax / 1000} s`;
  return code === 0 ? "the one of Playwright does not run" : "Playwright cannot download it";
}

const endAll = () => process.exit(1);

/**
 * Runs a script and its child processes, at most until a signal; resolves with its exit code, or null if the signal
 * came first.
 */
export function endedBefore(tooLate: AbortSignal, script: string, words: string[]): Promise<number | null> {
  // In a process group of its own, so that its child processes end with it.
  const child = spawn(process.execPath, [script, ...words], { stdio: "ignore", detached: true });
  const end = () => {
    if (child.pid) process.kill(-child.pid, "SIGKILL");
  };
  tooLate.addEventListener("abort", end);
  process.once("exit", end).once("SIGINT", endAll).once("SIGTERM", endAll);
  return new Promise((done) => {
    child.once("error", () => done(1));
    child.once("close", (code) => {
      tooLate.removeEventListener("abort", end);
      process.off("exit", end).off("SIGINT", endAll).off("SIGTERM", endAll);
      done(tooLate.aborted ? null : (code ?? 1));
    });
  });
}
