import { AsyncLocalStorage } from "node:async_hooks";
import { type ChildProcess, spawn } from "node:child_process";
import { realpathSync } from "node:fs";
import { constants } from "node:os";

// Runs programs, partly in parallel: the output of each stays in one piece, and they end with us.

/** The output collected so far of an action whose output is held back. */
const kept = new AsyncLocalStorage<string[]>();
const running = new Set<ChildProcess>();
let toldToStop: NodeJS.Signals | undefined;

/** Prints a text, or adds it to the output that `keepingOutput` collects. */
export function say(text: string) {
  const pieces = kept.getStore();
  if (pieces) pieces.push(text);
  else process.stdout.write(text);
}

/**
 * Runs an action, and prints its output and that of its programs once it has ended or when we are stopped, so that the
 * outputs of parallel actions do not mix.
 */
export async function keepingOutput<Result>(deed: () => Promise<Result>): Promise<Result> {
  const pieces: string[] = [];
  const sayAll = () => process.stdout.write(pieces.splice(0).join(""));
  process.once("exit", sayAll);
  try {
    return await kept.run(pieces, deed);
  } finally {
    process.off("exit", sayAll);
    sayAll();
  }
}

/** Runs a program of our packages with the current Node; resolves with its exit code. */
export function run(program: string, words: string[], variables: Record<string, string> = {}): Promise<number> {
  return runScript(realpathSync(`node_modules/.bin/${program}`), words, variables);
}

/**
 * Runs a script with the current Node; resolves with its exit code. A signal to us is passed on to all running
 * programs; when the last of them has ended, so do we.
 */
export function runScript(script: string, words: string[], variables: Record<string, string> = {}): Promise<number> {
  const pieces = kept.getStore();
  // No further program should start.
  if (toldToStop) return new Promise(() => {});
  const child = spawn(process.execPath, [script, ...words], {
    stdio: pieces ? ["ignore", "pipe", "pipe"] : "inherit",
    env: { ...process.env, ...variables },
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => pieces?.push(text));
  }
  if (running.add(child).size === 1) process.on("SIGINT", handOn).on("SIGTERM", handOn);
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => {
      running.delete(child);
      if (running.size === 0) process.off("SIGINT", handOn).off("SIGTERM", handOn);
      if (!toldToStop) settle();
      else if (running.size === 0) process.exit(128 + constants.signals[toldToStop]);
    };
    child.once("error", (error) => end(() => reject(error)));
    child.once("close", (code) => end(() => resolve(code ?? 1)));
  });
}

function handOn(signal: NodeJS.Signals) {
  toldToStop = signal;
  for (const child of running) child.kill(signal);
}
