import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { firebaseVariables } from "#platform/config/config-firebase.ts";
import { makeOwn } from "./own-environment.ts";

// Of every runner of tests, and so of all that it starts.
makeOwn(process.env);

const ownRoot = join(import.meta.dirname, "../..");
const startMax = 120_000;
const [lowestPort, ports] = [20_000, 12_000];

/** A server that runs in a process of its own: everything it has written so far, and how it ends. */
export type RunningServer = {
  address: string;
  pid: number;
  written: () => string;
  /** The same as sentences, a line each, without what stands in its log beside them. */
  said: () => string;
  /** Sends SIGTERM and waits for the end; returns the exit code. */
  stop: () => Promise<number | null>;
  ended: Promise<number | null>;
};

/**
 * Starts the server as `node build/start.js`, with these variables and none of the tester's own, and waits
 * for its first line.
 * @param root the folder of a checkout that is built; ours when not given
 * @throws Error with what it wrote when it ends instead
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

/** The lines of a server's log, without those that are none. */
export const linesIn = (written: string): Record<string, unknown>[] =>
  written.split("\n").flatMap((line) => (line.startsWith("{") ? [JSON.parse(line) as Record<string, unknown>] : []));

const sentencesIn = (written: string): string =>
  linesIn(written)
    .map(({ msg }) => String(msg))
    .join("\n");

/** Starts the server and waits for its end: its exit code, and what it wrote. For starts that have to fail. */
export async function runServer(variables: Record<string, string>) {
  const { child, ended, written } = spawnServer({ PORT: String(await freePort()), ...variables });
  const late = setTimeout(() => child.kill("SIGKILL"), startMax);
  const code = await ended;
  clearTimeout(late);
  return { code, written: written() };
}

/** So many letters of what a server writes can be read back: a bench makes it write a line for each of millions of requests. */
const readableMax = 64 * 1024 * 1024;

/**
 * What Node is told for a process that lives for seconds, as those of a test do: to make the code of the embedded database quick
 * takes a third of its start, and is worth it only later.
 */
export const forSeconds = ["--liftoff-only"];
/** The journeys' own server and those of benches stay: they are started by neither a test of Vitest nor a journey. */
const flags = process.env["VITEST"] || process.env["TEST_WORKER_INDEX"] ? forSeconds : [];

/** Where programs of a build keep their code as the engine has made it, for the next that starts. */
export const compiledIn = (root = ownRoot) => ({ NODE_COMPILE_CACHE: join(root, "node_modules/.compiled") });

/**
 * Starts the server without waiting for anything.
 * @param out the number of an open file that it writes to, where nobody reads along
 */
export function spawnServer(variables: Record<string, string>, root = ownRoot, out: "pipe" | number = "pipe") {
  // Empty ones count as not set, and go before those in a tester's .env.
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
    // Waiting for the disk is tested by itself.
    DURABLE: "off",
    // To read them takes many seconds of a processor.
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
 * A port of this machine that nobody listens on: below those that the system gives to connections, so that none gets it
 * before whoever asked does, or between two processes of a server that keeps its address.
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
