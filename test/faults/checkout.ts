import { spawn, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { surroundings } from "./image.ts";
import { tell } from "./site.ts";

// A checkout as its host has it, and commands as the documents give them, run in it by a shell that knows nothing of ours.

/** Copies what a clone has into a folder: all files of this checkout but those that git leaves out. */
export function copyCheckout(folder: string): void {
  const { stdout } = spawnSync("git", ["ls-files", "-co", "--exclude-standard"], { encoding: "utf8" });
  for (const file of stdout.trim().split("\n")) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(file, join(folder, file));
  }
}

/** The commands of the blocks below a heading of docs/hosting.md, as they stand there; a line that goes on is one with the next. */
export function blocksBelow(heading: string): string[][] {
  const [, below = ""] = readFileSync("docs/hosting.md", "utf8").split(`\n${heading}\n`);
  const [section = ""] = below.split(/\n##+ /);
  return [...section.matchAll(/```sh\n(.*?)```/gs)].map(([, block = ""]) =>
    block.replaceAll(" \\\n", " ").trim().split("\n"),
  );
}

/** Without what is said about a command behind it. */
const bare = (command: string) => command.replace(/ +#.*/, "");

/** A command that runs until it is stopped; `written` is what it has said so far. */
export type Started = {
  written: () => string;
  ended: Promise<number | null>;
  isRunning: () => boolean;
  /** As Ctrl-C does. Resolves when all that it has started has ended, too. */
  stop: () => Promise<number | null>;
};

/** A shell in a folder, with these variables besides what npm needs on this machine. */
export function shellIn(folder: string, variables: Record<string, string> = {}) {
  // Packages that this machine has fetched before are not fetched again.
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
        // With those that it starts it can be stopped as at a terminal.
        detached: true,
      });
      let written = "";
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding("utf8").on("data", (text: string) => (written += text));
      const signal = (name: NodeJS.Signals) => {
        try {
          process.kill(-(child.pid ?? 0), name);
        } catch {
          // They have all gone.
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

/** Changes a file as somebody has who writes a later version. @throws Error when what is to be replaced is not in it */
export function changeFile(file: string, replacements: [string | RegExp, string][]): void {
  let text = readFileSync(file, "utf8");
  for (const [what, by] of replacements) {
    const changed = text.replace(what, by);
    if (changed === text) throw new Error(`${file} has no ${String(what)} any more.`);
    text = changed;
  }
  writeFileSync(file, text);
}
