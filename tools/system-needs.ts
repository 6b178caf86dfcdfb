import { spawnSync, type StdioOptions } from "node:child_process";
import { existsSync } from "node:fs";
import { headlessShell } from "./demo-server.ts";
import { binariesOf } from "../test/setup/cluster.ts";

type Need = { debianPackage: string; isThere: () => boolean; without: string };

const noto = "/usr/share/fonts/truetype/noto";

const postgres: Need = {
  debianPackage: "postgresql",
  isThere: hasPostgres,
  without: "the tests on PostgreSQL fail",
};

/** The needs of the tests that npm cannot serve, and the tests that fail without them. */
const needs: Need[] = [
  {
    debianPackage: "chromium-headless-shell",
    isThere: () => existsSync(process.env["CHROMIUM"] ?? headlessShell),
    without: "the journeys need /usr/bin/chromium and take twice as long; or name another chromium in CHROMIUM",
  },
  postgres,
  {
    debianPackage: "fonts-noto-core",
    isThere: () => existsSync(`${noto}/NotoSansBengali-Regular.ttf`),
    without: "pictures of the journeys show boxes instead of Bengali and Arabic letters",
  },
  {
    debianPackage: "fonts-noto-color-emoji",
    isThere: () => existsSync(`${noto}/NotoColorEmoji.ttf`),
    without: "pictures of the journeys show boxes instead of emoji",
  },
];

const hasProgram = (name: string) => ["/usr/sbin", "/usr/bin"].some((folder) => existsSync(`${folder}/${name}`));

/** What the tests of a whole site need: its database, and what stands before its instances or between these and the database. */
const needsOfSites: Need[] = [
  postgres,
  ...["nginx", "haproxy", "caddy", "pgbouncer"].map((name) => ({
    debianPackage: name,
    isThere: () => hasProgram(name),
    without: "the tests that are about it fail",
  })),
];

/**
 * Installs the missing packages when we are root on Debian or the like; otherwise says how to, and the tests show the
 * rest.
 * @param forSites whether it is for `npm run test:operations`, which needs more programs and no browser
 */
export function provideSystemNeeds(forSites = false): void {
  const missing = (forSites ? needsOfSites : needs).filter(({ isThere }) => !isThere());
  if (missing.length === 0) return;
  const packages = missing.map(({ debianPackage }) => debianPackage);
  if (process.getuid?.() === 0 && apt(["--version"], "ignore")) {
    process.stdout.write(`Installing ${packages.join(", ")} for the tests (once) …\n`);
    apt(["update", "-qq"], errorsOnly);
    apt(["install", "-y", "-qq", "--no-install-recommends", ...packages], errorsOnly);
  }
  for (const { debianPackage, without } of missing.filter(({ isThere }) => !isThere())) {
    process.stdout.write(`Missing: ${debianPackage} (apt-get install ${debianPackage}). Without it ${without}.\n`);
  }
}

const errorsOnly: StdioOptions = ["ignore", "ignore", "inherit"];

const apt = (words: string[], stdio: StdioOptions): boolean =>
  spawnSync("apt-get", words, { stdio, env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } }).status === 0;

function hasPostgres(): boolean {
  try {
    return Boolean(binariesOf());
  } catch {
    return false;
  }
}
