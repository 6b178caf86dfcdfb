import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chownSync, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeOpenFolder } from "./own-environment.ts";
import { binariesOf, postgresUser, reachableBy } from "./postgres-programs.ts";
import { freePort } from "./server.ts";

/** A running PostgreSQL; `url` gives the address of one of its databases. */
export type Cluster = {
  url: (database: string) => string;
  stop: () => Promise<void>;
  /** Stops it for a while and keeps its data: its connections end, and new ones fail. */
  halt: () => Promise<void>;
  resume: () => Promise<void>;
};

const isMac = process.platform === "darwin";

/**
 * Starts a PostgreSQL of our own in a temporary folder, on a free local port, without passwords and without fsync. It
 * ends, and its folder is deleted, with `stop()` or with this process.
 * @param more settings of PostgreSQL that differ from ours
 * @param keptIn a folder that stays with its databases, for the next cluster started in it
 * @throws Error with a sentence if PostgreSQL is not installed
 */
export async function startCluster(more: Record<string, string | number> = {}, keptIn?: string): Promise<Cluster> {
  const found = binariesOf();
  if (keptIn) mkdirSync(keptIn, { recursive: true });
  const user = process.getuid?.() === 0 ? postgresUser() : undefined;
  const prefix = "goodturn-postgres-";
  const folder = keptIn ?? (user ? makeOpenFolder(prefix) : mkdtempSync(join(tmpdir(), prefix)));
  const remove = () => keptIn || rmSync(folder, { recursive: true, force: true });
  if (user) chownSync(folder, user.uid, user.gid);
  const bin = reachableBy(user, found, folder);
  const data = join(folder, "data");
  // macOS has no C.UTF-8 before version 15.
  const locale = isMac ? "en_US.UTF-8" : "C.UTF-8";
  // LANGUAGE would translate the line that this waits for.
  const options = { ...user, cwd: folder, env: { ...process.env, LC_ALL: locale, LANGUAGE: "" } };
  if (!existsSync(join(data, "PG_VERSION"))) {
    const words = ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync"];
    execFileSync(join(bin, "initdb"), words, { ...options, stdio: "pipe" });
  }
  const port = await freePort();
  const settings = {
    port,
    listen_addresses: "127.0.0.1",
    // The socket is not in the folder, whose path may be too long for one.
    unix_socket_directories: "",
    fsync: "off",
    full_page_writes: "off",
    synchronous_commit: "off",
    max_connections: 60,
    shared_buffers: "64MB",
    ...more,
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  let running: { server: ChildProcess; ended: Promise<void> } | undefined;
  const resume = async () => {
    const server = spawn(join(bin, "postgres"), ["-D", data, ...flags], {
      ...options,
      stdio: ["ignore", "ignore", "pipe"],
    });
    const ended = new Promise<void>((resolve) => server.once("exit", () => resolve()));
    running = { server, ended };
    await readyLine(server.stderr, ended);
  };
  // SIGQUIT ends it at once, which is fine because its data are not needed afterwards.
  const endNow = () => {
    running?.server.kill("SIGQUIT");
    remove();
  };
  process.once("exit", endNow);
  const halt = async () => {
    running?.server.kill("SIGINT");
    await running?.ended;
  };
  await resume();
  return {
    url: (database) => `postgres://postgres@127.0.0.1:${port}/${database}`,
    stop: async () => {
      process.removeListener("exit", endNow);
      await halt();
      remove();
    },
    halt,
    resume,
  };
}

/** Waits for the line in which PostgreSQL says that it accepts connections; its log is not printed. */
function readyLine(log: NodeJS.ReadableStream, ended: Promise<void>) {
  return new Promise<void>((resolve, reject) => {
    let written = "";
    log.setEncoding("utf8").on("data", (text: string) => {
      written += text;
      if (written.includes("ready to accept connections")) resolve();
      if (written.length > 100_000) written = written.slice(-10_000);
    });
    void ended.then(() => reject(new Error(`PostgreSQL did not start:\n${written}`)));
  });
}
