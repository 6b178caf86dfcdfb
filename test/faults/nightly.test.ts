import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDatabase } from "#platform/database/connect.ts";
import { migrate } from "../../src/db/migrate.ts";
import { type Cluster, startCluster } from "../setup/cluster.ts";
import { startMailReceiver } from "../setup/mail-receiver.ts";
import { makeOpenFolder } from "../setup/own-environment.ts";
import { blocksBelow } from "./checkout.ts";

// The crontab lines and the `.env` addresses of docs/hosting.md, unchanged, run by Debian's cron. It runs in its own
// namespace, with our folders in place of the documented ones and our user `goodturn`: nothing of this machine's
// crontabs runs or changes.

const uid = 4711;
const passwd = `goodturn:*:${uid}:${uid}::/var/lib/goodturn:/usr/sbin/nologin`;
const inNamespace = `
set -e
mount --make-rprivate /
for folder in /opt /run /var/lib /var/spool/cron /etc/cron.d; do mount -t tmpfs tmpfs $folder; done
mkdir -p /opt/goodturn /run/postgresql /var/lib/goodturn /var/spool/cron/crontabs
for part in build public node_modules; do mkdir /opt/goodturn/$part; mount --bind "$CHECKOUT/$part" /opt/goodturn/$part; done
cp "$CHECKOUT/package.json" /opt/goodturn
install -m 640 -g ${uid} "$HERE/env" /opt/goodturn/.env
mount --bind "$HERE/socket" /run/postgresql
mount --bind "$HERE/data" /var/lib/goodturn
mount --bind "$HERE/passwd" /etc/passwd
mount --bind /dev/null /etc/crontab
install -m 600 -o ${uid} "$HERE/crontab" /var/spool/cron/crontabs/goodturn
exec env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin cron -f
`;

/** The reason why this machine cannot run it; null if it can. */
function whyNot(): string | null {
  if (process.getuid?.() !== 0) return "only root may run a cron";
  if (spawnSync("cron", ["-h"]).error) return "cron is missing: apt-get install cron";
  const isAllowed = spawnSync("unshare", ["-m", "mount", "-t", "tmpfs", "tmpfs", "/opt"]).status === 0;
  return isAllowed ? null : "this machine lets nobody mount";
}
const reason = whyNot();
if (reason) process.stdout.write(`The lines of the crontab are not tried: ${reason}\n`);

/** Longer than cron's minute plus a backup. */
const patience = 100_000;

describe.skipIf(reason !== null)("the crontab of docs/hosting.md", () => {
  const [lines = []] = blocksBelow("## Backup and restore").slice(1);
  const [, block = ""] = /<<END\n(.*?)\nEND/s.exec(blocksBelow("### With systemd")[0]?.join("\n") ?? "") ?? [];
  let here: string;
  let cluster: Cluster;
  let receiver: Awaited<ReturnType<typeof startMailReceiver>>;
  let cron: ChildProcess;
  let said = "";
  const until = async (isSo: () => boolean | Promise<boolean>) => {
    const end = performance.now() + patience;
    while (!(await isSo())) {
      if (performance.now() > end) throw new Error(`This has not happened in time. ${said}`);
      await pause(200);
    }
  };

  beforeAll(async () => {
    // PostgreSQL refuses a socket whose path is longer than 107 bytes.
    here = makeOpenFolder("goodturn-cron-");
    chmodSync(here, 0o755);
    for (const name of ["data", "socket"]) mkdirSync(join(here, name));
    chownSync(join(here, "data"), uid, uid);
    chmodSync(join(here, "socket"), 0o777);
    cluster = await startCluster({ listen_addresses: "", unix_socket_directories: join(here, "socket"), port: 5432 });
    receiver = await startMailReceiver();
    const socket = `host=${join(here, "socket")}`;
    const root = await openDatabase({ url: `postgres:///postgres?${socket}&user=postgres`, dataDir: null });
    // As documented: createuser goodturn, createdb --owner=goodturn goodturn.
    await sql`create role goodturn login`.execute(root.db);
    await sql`create database goodturn owner goodturn`.execute(root.db);
    await root.close();
    const site = await openDatabase({ url: `postgres:///goodturn?${socket}&user=goodturn`, dataDir: null });
    await migrate(site.db);
    await site.close();

    const ours: Record<string, string> = {
      AUTH_SECRET: "0123571789abcdef0123571789abcdef",
      SMTP_URL: receiver.address,
    };
    const env = block.split("\n").map((line) => {
      const [name = ""] = line.split("=");
      return name in ours ? `${name}=${ours[name]}` : line;
    });
    writeFileSync(join(here, "env"), `${env.join("\n")}\n`);
    writeFileSync(join(here, "passwd"), `${readFileSync("/etc/passwd", "utf8").trim()}\n${passwd}\n`);
    // The line runs every minute instead of every night.
    const everyMinute = lines.map((line) => line.replace(/^\d+ \d+ \* \* \*/, "* * * * *"));
    writeFileSync(join(here, "crontab"), `${everyMinute.join("\n")}\n`);
    cron = spawn("unshare", ["-m", "sh", "-c", inNamespace], {
      env: { ...process.env, HERE: here, CHECKOUT: process.cwd() },
      stdio: ["ignore", "ignore", "pipe"],
      detached: true,
    });
    cron.stderr?.setEncoding("utf8").on("data", (text: string) => (said += text));
  });
  afterAll(async () => {
    if (cron?.pid) process.kill(-cron.pid, "SIGKILL");
    await Promise.all([cluster?.stop(), receiver?.stop()]);
    if (here) rmSync(here, { recursive: true, force: true });
  });

  const backups = () => readdirSync(join(here, "data")).filter((name) => name.endsWith(".goodturn"));
  function keepOld(name: string) {
    writeFileSync(join(here, "data", name), "old");
    const time = new Date(Date.now() - 31 * 24 * 3600 * 1000);
    utimesSync(join(here, "data", name), time, time);
    chownSync(join(here, "data", name), uid, uid);
  }

  it("contains the lines, the address and the folder tested here", () => {
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) expect(line).toMatch(/^\d+ \d+ \* \* \* cd \/opt\/goodturn && /);
    expect(block).toMatch(/^DATABASE_URL=postgres:\/\/\/goodturn\?host=\/var\/run\/postgresql$/m);
    expect(block).toMatch(/^DATA_DIR=\/var\/lib\/goodturn$/m);
  });

  it("backs up as the site's user, and removes backups older than 30 days", async () => {
    keepOld("2026-10-01T0400.goodturn");
    await until(() =>
      backups().some((name) => /^\d{4}-\d\d-\d\dT\d{4}\.goodturn$/.test(name) && !name.startsWith("2026-10-01")),
    );
    await until(() => !backups().includes("2026-10-01T0400.goodturn"));
    expect(receiver.count()).toBe(0);
  });

  it("keeps the old ones if PostgreSQL is down, and mails the reason", async () => {
    await cluster.halt();
    const before = backups();
    keepOld("2026-09-01T0400.goodturn");
    await until(() => receiver.count() > 0);
    const [mail] = await receiver.mailsTo("hello@goodturn.example");
    expect(mail?.subject).toBe("Tonight's backup failed");
    expect(mail?.text).toContain("PostgreSQL at /var/run/postgresql:5432/goodturn cannot be reached");
    expect(backups()).toEqual(expect.arrayContaining([...before, "2026-09-01T0400.goodturn"]));
    await cluster.resume();
  });
});
