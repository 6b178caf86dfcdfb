// Every script of package.json goes through here: `node tools/run.mjs start|build|dev|test|check|bench`. It brings a checkout up
// to date (packages, build), which costs next to nothing when it is, and runs the task on the Node that is among our packages.
// This file alone runs on whatever Node is there (20 or later) before anything is installed: plain JavaScript, no packages.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { constants } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
process.chdir(root);

/** A record of the inputs of the packages and of the build, kept inside each, so that it goes when they go. */
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
 * Each task: whether it needs the build, and what runs then, one after the other. `ships` is for those that a site is hosted with, which
 * has no development packages.
 */
const tasks = {
  start: { build: true, run: [["build/start.js"]] },
  dev: { build: false, run: [["--conditions=development", "src/server.ts", "--dev"]] },
  build: { build: true, run: [] },
  check: { build: false, run: [["tools/check.ts"]] },
  test: { build: false, run: [["tools/test.ts", "everyday"]] },
  "test:all": { build: false, run: [["tools/test.ts", "all"]] },
  "test:rest": { build: true, run: [["tools/test.ts", "rest"]] },
  "test:firebase": { build: true, run: [["tools/test.ts", "all", "firebase"]] },
  "test:operations": { build: true, run: [["tools/test.ts", "all", "operations"]] },
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
      ["bench/live.ts"],
      ["bench/pages.ts"],
      ["bench/event-call.ts"],
      ["bench/seen.ts"],
      ["bench/towns.ts"],
      ["bench/follows.ts"],
      ["bench/city.ts"],
      ["bench/cores.ts"],
    ],
  },
  lighthouse: { build: true, run: [["tools/lighthouse.ts"]] },
  pictures: { build: true, run: [["tools/pictures.ts"]] },
  jobs: { build: true, ships: true, run: [["build/jobs.js"]] },
  backup: { build: true, ships: true, run: [["build/backup.js"]] },
  restore: { build: true, ships: true, run: [["build/restore.js"]] },
  move: { build: true, ships: true, run: [["build/move.js"]] },
  host: { build: true, ships: true, run: [["build/host.js"]] },
  city: { build: false, run: [["tools/city.ts"]] },
  fuzz: { build: false, run: [["tools/fuzz.ts"]] },
};

const [name = "", ...rest] = process.argv.slice(2);
const task = tasks[name];
if (!task) fail(`Say which: ${Object.keys(tasks).join(", ")}.`);

let running;
let toldToStop;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => stop(signal));
// npm does not hand a signal on to us. When it has gone, nobody can tell us to stop anymore.
const parent = process.ppid;
if (process.env.npm_lifecycle_event) setInterval(() => process.ppid === parent || stop("SIGTERM"), 500).unref();

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

/** Whether there is a build on packages that somebody else has installed, as a site in production has them: both stay as they are. */
function isShipped() {
  return existsSync("build/start.js") && existsSync("node_modules") && read(packagesStamp) === undefined;
}

function isInstalled() {
  return read(packagesStamp) === hashOf(["package-lock.json"]);
}

async function install() {
  process.stdout.write("Installing the packages (once) …\n");
  // Development packages too, whatever NODE_ENV and npm's settings say: they build.
  const words = ["ci", "--ignore-scripts", "--include=dev", "--include=optional", "--no-audit", "--no-fund"];
  const npm = process.env.npm_execpath?.endsWith(".js") ? [process.execPath, [process.env.npm_execpath]] : ["npm", []];
  const code = await run(npm[0], [...npm[1], ...words]);
  if (code !== 0) fail("The packages could not be installed; what npm says above tells why.", code);
  writeFileSync(packagesStamp, hashOf(["package-lock.json"]));
}

function isBuilt() {
  return existsSync("build/start.js") && read(buildStamp) === hashOf(sources);
}

async function build() {
  process.stdout.write("Building (once for each change) …\n");
  // Taken before, so that a file that changes meanwhile means another build; written last, so that half a build is none.
  const madeOf = hashOf(sources);
  rmSync(buildStamp, { force: true });
  const code = await run(nodeOfOurs(), ["tools/build.ts"]);
  if (code !== 0) fail("The build failed; what it says above tells why.", code);
  mkdirSync("build", { recursive: true });
  writeFileSync(buildStamp, madeOf);
}

/** The Node among our packages; on a machine that it is not made for, the one that runs this, if it is new enough. */
function nodeOfOurs() {
  const ours = join(root, "node_modules/.bin/node");
  if (existsSync(ours) && spawnSync(ours, ["--version"]).status === 0) return ours;
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1])) return process.execPath;
  return fail(`There is no Node ${oldestNode.join(".")} or later for this machine among our packages; install one.`);
}

/** Runs a program with our terminal; resolves with its exit code (128 and the signal's number when a signal ended it). */
function run(program, words) {
  return new Promise((resolve) => {
    running = spawn(program, words, { stdio: "inherit" });
    running.on("error", (error) => fail(`${program} does not run: ${error.message}`));
    running.on("exit", (code, signal) => resolve(code ?? 128 + constants.signals[signal]));
    if (toldToStop) running.kill(toldToStop);
  });
}

/**
 * Waits for its turn to prepare. The lock is a file with the number of the process that holds it; one whose process has
 * ended is void. (A lock that the kernel lifts, as the data directory has, needs a newer Node than this file may ask for.)
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
    // Nothing in it yet: its process is about to write, unless it ended just then.
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

/** A hash of all that lies at these paths: names and contents, without tests, which nothing is made of. */
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
