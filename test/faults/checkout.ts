import { spawn, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { surroundings } from "./image.ts";
import { tell } from "./site.ts";

// A host's checkout; a shell with a clean environment runs the documents' commands in it.

/** Copies the contents of a clone into a folder: all files of this checkout except ignored ones. */
export function copyCheckout(folder: string): void {
  const { stdout } = spawnSync("git", ["ls-files", "-co", "--exclude-standard"], { encoding: "utf8" });
  for (const file of stdout.trim().split("\n")) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(file, join(folder, file));
  }
}

/** The commands of the code blocks below a heading of docs/hosting.md, unchanged; continued lines are joined. */
export function blocksBelow(heading: string): string[][] {
  const [, below = ""] = readFileSync("docs/hosting.md", "utf8").split(`\n${heading}\n`);
  const [section = ""] = below.split(/\n##+ /);
  return [...section.matchAll(/```sh\n(.*?)```/gs)].map(([, block = ""]) =>
    block.replaceAll(" \\\n", " ").trim().split("\n"),
  );
}

/** The command without the comment behind it. */
const bare = (command: string) => command.replace(/ +#.*/, "");

/** A command that runs until it is stopped; `written` is its output so far. */
export type Started = {
  written: () => string;
  ended: Promise<number | null>;
  isRunning: () => boolean;
  /** Stops it like Ctrl-C. Resolves when all its child processes have ended too. */
  stop: () => Promise<number | null>;
};

/** A shell in a folder, with these variables besides those that npm needs on this machine. */
export function shellIn(folder: string, variables: Record<string, string> = {}) {
  // Uses this machine's cache of downloaded packages.
  const known = { npm_config_cache: join(homedir(), ".npm"), HOME: folder };
  const envWith = (more: Record<string, string>) => ({ ...surroundings(), ...known, ...variables, ...more });
  return {
    /** Runs a command to its end. */
    run: (command: string, more: Record<string, string> = {}) => {
      const begun = performance.now();
      const { status, stdout, stderr } = spawnSync("sh", ["-c", command], {
        cwd: folder,
        env: envWith(more),
        encoding: "utf8",
      });
      tell(bare(command), { seconds: Math.round((performance.now() - begun) / 100) / 10 });
      return { status, written: stdout + stderr };
    },

    start: (command: string, more: Record<string, string> = {}): Started => {
      const child = spawn("sh", ["-c", command], {
        cwd: folder,
        env: envWith(more),
        stdio: ["ignore", "pipe", "pipe"],
        // In its own process group, so that it can be stopped like at a terminal.
        detached: true,
      });
      let written = "";
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding("utf8").on("data", (text: string) => (written += text));
      const signal = (name: NodeJS.Signals) => {
        try {
          process.kill(-(child.pid ?? 0), name);
        } catch {
          // All of the processes are gone.
        }
      };
      const endNow = () => signal("SIGKILL");
      process.once("exit", endNow);
      const ended = new Promise<number | null>((resolve) => {
        child.once("close", (code) => {
          process.off("exit", endNow);
          resolve(code);
        });
      });
      const isRunning = () => child.exitCode === null && child.signalCode === null;
      return { written: () => written, ended, isRunning, stop: () => (signal("SIGINT"), ended) };
    },
  };
}

/** Replaces text in a file, as the author of a later version would. @throws Error if the text is missing */
export function changeFile(file: string, replacements: [string | RegExp, string][]): void {
  let text = readFileSync(file, "utf8");
  for (const [what, by] of replacements) {
    const changed = text.replace(what, by);
    if (changed === text) throw new Error(`${file} does not contain ${String(what)}.`);
    text = changed;
  }
  writeFileSync(file, text);
}
