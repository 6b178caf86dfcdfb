import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { openDatabase } from "#platform/database/connect.ts";
import { migrate } from "../../src/db/migrate.ts";
import { makeIn, type Make } from "../make.ts";
import { type Cluster, startCluster } from "../setup/cluster.ts";
import { freePort, type RunningServer, startServer } from "../setup/server.ts";

/** The variables of every instance, as the samples for proxies set them. */
const shared = {
  LISTEN_HOST: "127.0.0.1",
  AUTH_SECRET: "0123571789abcdef0123571789abcdef",
  TRUSTED_PROXIES: "127.0.0.1",
  DRAIN_SECONDS: "5",
  // A few people make as many requests as thousands.
  LIMIT_WRITES_PER_ACCOUNT: "off",
};

/** A server at a fixed address, whose processes come and go. */
export type Instance = Awaited<ReturnType<typeof instanceOf>>;

/** An instance that is not running yet. */
export async function instanceOf(variables: Record<string, string>) {
  const port = await freePort();
  let running: RunningServer | undefined;
  return {
    port,
    address: `http://127.0.0.1:${port}`,
    start: async (more: Record<string, string> = {}) => {
      running = await startServer({ ...shared, ...variables, ...more, PORT: String(port) });
    },
    stop: async () => running?.stop(),
    kill: async () => {
      process.kill(running?.pid ?? 0, "SIGKILL");
      await running?.ended;
    },
    /** The worker processes, if there are several (`WEB_CONCURRENCY`). */
    workers: () => {
      const pid = running?.pid ?? 0;
      return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").map(Number);
    },
    written: () => running?.written() ?? "",
  };
}

export type Site = { cluster: Cluster; make: Make; instances: [Instance, Instance]; close: () => Promise<void> };

/** The differences from other sites: the PostgreSQL, and variables of single instances. */
type Differences = { cluster?: Cluster; each?: Record<string, string>[] };

/**
 * Starts two instances on a PostgreSQL of their own, which `make` fills. Acknowledged data survive its end.
 * @param variables additional variables for both
 */
export async function startSite(variables: Record<string, string> = {}, differences: Differences = {}): Promise<Site> {
  const { cluster = await startCluster({ synchronous_commit: "on", max_connections: 80 }), each = [] } = differences;
  const url = cluster.url("postgres");
  const { db, close } = await openDatabase({ url, dataDir: null, connections: 5 });
  await migrate(db);
  // The folder of the mails.
  const folder = mkdtempSync(join(tmpdir(), "goodturn-site-"));
  const told = { DATABASE_URL: url, DATA_DIR: folder, ...variables };
  const instances: [Instance, Instance] = [
    await instanceOf({ ...told, ...each[0] }),
    await instanceOf({ ...told, ...each[1] }),
  ];
  await Promise.all(instances.map((instance) => instance.start()));
  return {
    cluster,
    make: makeIn(db),
    instances,
    close: async () => {
      await Promise.all(instances.map((instance) => instance.stop()));
      await close();
      await cluster.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The status of an answer to GET, or null if there is none. */
export const statusOf = (address: string) =>
  fetch(address, { signal: AbortSignal.timeout(20_000) }).then(
    async (answer) => {
      await answer.arrayBuffer();
      return answer.status;
    },
    () => null,
  );

/**
 * Requests an address repeatedly until the answer has this status.
 * @returns after how many seconds that was
 */
export async function secondsUntil(address: string, status: number): Promise<number> {
  const begun = performance.now();
  while ((await statusOf(address)) !== status) await pause(50);
  return (performance.now() - begun) / 1000;
}

/** Prints the measurements of a scenario. */
export const tell = (scenario: string, figures: object) =>
  void process.stdout.write(`${scenario}: ${JSON.stringify(figures)}\n`);
