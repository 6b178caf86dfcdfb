import { spawn, spawnSync } from "node:child_process";
import {
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { copyOf, isSent, readDockerfile, type Stage } from "../dockerfile.ts";

// Runs the Dockerfile without Docker: each stage is a folder, and its instructions have the same effect in it as in an
// image. This machine stands in for the base image: a shell, Node and npm. Commands run as a user who owns nothing else
// here.

/** A stage that has run: its folder, and the state in which a container of it starts. */
export type Image = {
  root: string;
  workdir: string;
  variables: Record<string, string>;
  health: string[];
  command: string[];
};

const asRoot = process.getuid?.() === 0;
/** Debian's user for processes that must own nothing. */
export const nobody = asRoot ? { uid: 65_534, gid: 65_534 } : {};

/**
 * The environment of commands: our Node 24 first in the PATH, and this machine's network settings for npm (a proxy,
 * certificates), but not its folders. `npm run` sets the tester's own cache, which other users cannot write to.
 */
export const surroundings = (): Record<string, string> => ({
  ...Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value !== undefined &&
      /^(npm_config_(?!prefix|cache)|NODE_EXTRA_CA_CERTS$|SSL_CERT_FILE$|(https?|no)_proxy$)/i.test(name)
        ? [[name, value]]
        : [],
    ),
  ),
  PATH: `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`,
});

/**
 * Runs all stages up to one of them, in a folder that `remove` deletes.
 * @throws Error with a command's output if it fails
 */
export function buildImage(name: string): { image: Image; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), "goodturn-image-"));
  // Other users must be able to enter.
  spawnSync("chmod", ["755", folder]);
  const images = new Map<string, Image>();
  const stages = readDockerfile();
  const last = stages.findIndex((stage) => stage.name === name);
  for (const stage of stages.slice(0, last + 1))
    images.set(stage.name, runStage(stage, join(folder, stage.name), images));
  const image = images.get(name);
  if (!image) throw new Error(`The Dockerfile has no stage ${name}.`);
  return { image, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

function runStage({ steps, from }: Stage, root: string, images: Map<string, Image>): Image {
  const before = images.get(from);
  if (!before && !from.startsWith("node:")) throw new Error(`There is no stage ${from} before ${root}.`);
  const image: Image = before
    ? copyImage(before, root)
    : { root, workdir: "/", variables: {}, health: [], command: [] };
  // The home folder that the base image has for its user.
  makeOwn(join(root, "home/node"));
  let user = "root";
  for (const { word, rest } of steps) {
    if (word === "ENV")
      for (const pair of rest.split(" ")) image.variables[pair.split("=")[0] ?? ""] = pair.split("=")[1] ?? "";
    else if (word === "WORKDIR") makeOwn(join(root, (image.workdir = rest)));
    else if (word === "COPY") copy(rest, image, images);
    else if (word === "USER") user = rest;
    else if (word === "RUN" && rest.startsWith("apt-get ")) tryInstall(rest, user);
    else if (word === "RUN") runIn(image, ["sh", "-c", rest]);
    else if (word === "HEALTHCHECK") image.health = JSON.parse(rest.replace(/^.*? CMD /, "")) as string[];
    else if (word === "CMD") image.command = JSON.parse(rest) as string[];
    else if (!["VOLUME", "EXPOSE"].includes(word))
      throw new Error(`This instruction is not supported here: ${word} ${rest}`);
  }
  return image;
}

/** A copy of the image in a separate folder, with the owners of its files. */
export function copyImage(image: Image, root: string): Image {
  const { status, stderr } = spawnSync("cp", ["-a", image.root, root], { encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  return { ...image, root };
}

/**
 * Debian packages are not installed on a tester's machine, which may have another system; the test only asks whether
 * apt could.
 */
function tryInstall(rest: string, user: string) {
  const [, packages = ""] = /&& (apt-get install [^&]+?) &&/.exec(rest) ?? [];
  if (user !== "root" || !packages) throw new Error(`This instruction is not supported here: RUN ${rest}`);
  const [program = "", ...words] = packages.split(" ");
  const { status, stderr, error } = spawnSync(program, ["--simulate", ...words], { encoding: "utf8" });
  if (status !== 0 && !error) throw new Error(`${packages} would fail:\n${stderr}`);
}

function makeOwn(folder: string) {
  if (existsSync(folder)) return;
  mkdirSync(folder, { recursive: true });
  if (nobody.uid !== undefined) chownSync(folder, nobody.uid, nobody.gid);
}

/** Copied files belong to the current user, as they belong to root in an image. */
function copy(rest: string, { root, workdir }: Image, images: Map<string, Image>) {
  const { from, sources, target } = copyOf(rest);
  for (const source of sources) {
    const path = from === null ? source : join(images.get(from)?.root ?? "", source);
    const isInto = sources.length > 1 || /[./]$/.test(target);
    const to = join(root, workdir, target, isInto ? basename(source) : "");
    mkdirSync(dirname(to), { recursive: true });
    cpSync(path, to, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (file) => from !== null || statSync(file).isDirectory() || isSent(file),
    });
  }
}

function runIn({ root, workdir, variables }: Image, [program = "", ...words]: string[]) {
  const env = { ...surroundings(), HOME: join(root, "home/node"), ...variables };
  const cwd = join(root, workdir);
  const { status, stdout, stderr } = spawnSync(program, words, { ...nobody, cwd, env, encoding: "utf8" });
  if (status !== 0) throw new Error(`${words.join(" ")} has failed (${status}):\n${stdout}${stderr}`);
}

/**
 * Runs a command of a container: everything except its data is read-only, there is no home folder, and this machine's
 * environment is cleared. Paths of the image are mapped to its folder.
 */
export function startIn({ root, workdir, variables }: Image, command: string[], more: Record<string, string> = {}) {
  const { DATA_DIR = "" } = variables;
  const empty = join(root, "../nothing");
  mkdirSync(empty, { recursive: true, mode: 0o555 });
  const env = {
    ...variables,
    PATH: surroundings()["PATH"],
    HOME: empty,
    TMPDIR: empty,
    DATA_DIR: join(root, DATA_DIR),
    ...more,
  };
  const [program = "", ...words] = command;
  const child = spawn(program, words, { ...nobody, cwd: join(root, workdir), env, stdio: ["ignore", "pipe", "pipe"] });
  let written = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (written += text));
  const endNow = () => child.kill("SIGKILL");
  process.once("exit", endNow);
  const ended = new Promise<number | null>((resolve) => {
    child.once("close", (code) => {
      process.off("exit", endNow);
      resolve(code);
    });
  });
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  return { pid: child.pid ?? 0, written: () => written, ended, isRunning, stop: () => (child.kill("SIGTERM"), ended) };
}

/** Every file of an image except its data, with the attributes that a change would alter. */
export function filesIn({ root, variables }: Image): string[] {
  const data = join(root, variables["DATA_DIR"] ?? "");
  return readdirSync(root, { recursive: true, encoding: "utf8" })
    .map((name) => join(root, name))
    .filter((path) => path !== data && !path.startsWith(`${data}/`))
    .map((path) => {
      const { mtimeMs, size, mode } = lstatSync(path);
      return `${path} ${mtimeMs} ${size} ${mode}`;
    });
}

/** The disk usage of a folder, in megabytes. */
export const megabytesOf = (folder: string): number =>
  Number.parseInt(spawnSync("du", ["-sk", folder], { encoding: "utf8" }).stdout, 10) / 1024;
