import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { firebaseVariables } from "#platform/config/config-firebase.ts";
import { makeOwn } from "./own-environment.ts";

// Cleans the environment of every test runner, and so of its child processes.
makeOwn(process.env);

const ownRoot = join(import.meta.dirname, "../..");
const startMax = 120_000;
const [lowestPort, ports] = [20_000, 12_000];

/** A server in a process of its own: its output so far, and functions to end it. */
export type RunningServer = {
  address: string;
  pid: number;
  written: () => string;
  /** The messages of its log alone, a line each. */
  said: () => string;
  /** Sends SIGTERM and waits for the end; returns the exit code. */
  stop: () => Promise<number | null>;
  ended: Promise<number | null>;
};

/**
 * Starts the server with `node build/start.js`, these variables and none of the tester's own, and waits for its first
 * line.
 * @param root the folder of a built checkout; ours by default
 * @throws Error with its output if it ends instead
 */
export async function startServer(variables: Record<string, string>, root = ownRoot): Promise<RunningServer> {
  const port = variables["PORT"] ?? String(await freePort());
  const { child, ended, written } = spawnServer({ ...variables, PORT: port }, root);
  const stop = () => {
    child.kill("SIGTERM");
    return ended;
  };
  const address = `http://localhost:${port}`;
  const deadline = Date.now() + startMax;
  while (!written().includes("Goodturn is at")) {
    if (child.exitCode !== null || Date.now() > deadline) {
      child.kill("SIGKILL");
      throw new Error(`The server did not start:\n${written()}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return { address, pid: child.pid ?? 0, written, said: () => sentencesIn(written()), stop, ended };
}

/** The parsed lines of a server's log; other lines are left out. */
export const linesIn = (written: string): Record<string, unknown>[] =>
  written.split("\n").flatMap((line) => (line.startsWith("{") ? [JSON.parse(line) as Record<string, unknown>] : []));

const sentencesIn = (written: string): string =>
  linesIn(written)
    .map(({ msg }) => String(msg))
    .join("\n");

/** Starts a server that must fail, and waits for its end: its exit code and its output. */
export async function runServer(variables: Record<string, string>) {
  const { child, ended, written } = spawnServer({ PORT: String(await freePort()), ...variables });
  const late = setTimeout(() => child.kill("SIGKILL"), startMax);
  const code = await ended;
  clearTimeout(late);
  return { code, written: written() };
}

/**
 * The maximum number of stored characters of output: in a bench, a server writes a line for each of millions of
 * requests.
 */
const readableMax = 64 * 1024 * 1024;

/**
 * Node's flags for a process that lives for seconds, such as a test's: optimizing the embedded database's code takes a
 * third of its start, and pays off only later.
 */
export const forSeconds = ["--liftoff-only"];
/** The servers of journeys and benches live longer: neither a Vitest test nor a journey starts them. */
const flags = process.env["VITEST"] || process.env["TEST_WORKER_INDEX"] ? forSeconds : [];

/** The folder in which a build's programs cache their compiled code for the next start. */
export const compiledIn = (root = ownRoot) => ({ NODE_COMPILE_CACHE: join(root, "node_modules/.compiled") });

/**
 * Starts the server without waiting for anything.
 * @param out the number of an open file for its output, if nothing needs to read it
 */
export function spawnServer(variables: Record<string, string>, root = ownRoot, out: "pipe" | number = "pipe") {
  // Empty values count as not set, and override the values in a tester's .env.
  const unset = [
    "ORIGIN",
    "DATABASE_URL",
    "DATABASE_DIRECT_URL",
    "AUTH_SECRET",
    "LISTEN_HOST",
    "SEND_MAIL",
    "RUN_JOBS",
    "TRUSTED_PROXIES",
    "SMTP_URL",
    "MAIL_FROM",
  ];
  const google = ["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET", "GOOGLE_ISSUER"];
  const none = {
    ...Object.fromEntries([...unset, ...google, ...firebaseVariables, "CONTACT_EMAIL"].map((name) => [name, ""])),
    DEMO: "off",
    // A separate test covers waiting for the disk.
    DURABLE: "off",
    // Reading the towns takes many seconds of a processor.
    TOWNS: "off",
    WEB_CONCURRENCY: "1",
  };
  const built = join(root, "build/start.js");
  // Older versions ran from their sources.
  const program = existsSync(built) ? built : join(root, "src/server.ts");
  const child = spawn(process.execPath, [...flags, program], {
    cwd: root,
    env: { ...process.env, ...none, ...compiledIn(root), ...variables },
    stdio: ["ignore", out, out],
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (part: string) => (text += text.length < readableMax ? part : ""));
  const endNow = () => child.kill("SIGKILL");
  process.once("exit", endNow);
  const ended = new Promise<number | null>((resolve) => {
    child.once("close", (code) => {
      process.off("exit", endNow);
      resolve(code);
    });
  });
  return { child, ended, written: () => text };
}

/**
 * A free port of this machine. It is below the range for outgoing connections, so that no connection takes it before
 * the caller does, or between two processes of a server with a fixed address.
 */
export async function freePort(): Promise<number> {
  const port = lowestPort + Math.floor(Math.random() * ports);
  const probe = createServer();
  const isFree = await new Promise<boolean>((resolve) => {
    probe.once("error", () => resolve(false)).listen(port, "127.0.0.1", () => resolve(true));
  });
  if (!isFree) return freePort();
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
