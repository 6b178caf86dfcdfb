import { spawn } from "node:child_process";
import type { IncomingHttpHeaders } from "node:http";
import { get } from "node:https";
import { chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Client } from "pg";
import { postgresUser } from "../setup/postgres-programs.ts";
import { freePort } from "../setup/server.ts";
import { secondsUntil } from "./site.ts";

const samples = join(import.meta.dirname, "../../docs/samples");

/** A program that stands in front of instances, or of their database. */
export type Running = { address: string; written: () => string; stop: () => Promise<void> };

/** Starts nginx with the sample of the documents, in front of instances at two ports. */
export async function startNginx(ports: [number, number]): Promise<Running> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), "goodturn-nginx-"));
  const sample = withPorts("nginx.conf", ports)
    .replace("listen 80;", `listen 127.0.0.1:${port};`)
    .replace("/var/log/nginx/", `${folder}/`);
  writeFileSync(join(folder, "goodturn.conf"), sample);
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  // The relevant parts of Debian's /etc/nginx/nginx.conf.
  writeFileSync(
    join(folder, "nginx.conf"),
    `worker_processes 2; pid ${folder}/pid; daemon off; error_log stderr;
    events { worker_connections 1024; }
    http { ${temporary.join(" ")} include ${folder}/goodturn.conf; }`,
  );
  return startProgram("nginx", ["-c", join(folder, "nginx.conf"), "-e", "stderr"], {
    address: `http://127.0.0.1:${port}`,
    folder,
  });
}

/** The same for HAProxy. */
export async function startHaproxy(ports: [number, number]): Promise<Running> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), "goodturn-haproxy-"));
  const sample = withPorts("haproxy.cfg", ports).replace("bind *:80", `bind 127.0.0.1:${port}`);
  writeFileSync(join(folder, "haproxy.cfg"), sample);
  return startProgram("haproxy", ["-db", "-f", join(folder, "haproxy.cfg")], {
    address: `http://127.0.0.1:${port}`,
    folder,
  });
}

/**
 * Starts Caddy with the sample of the documents; the instances' addresses are set as in compose.yaml. For https it has
 * a certificate from its own authority, which this machine does not trust.
 */
export async function startCaddy(ports: [number, number], scheme: "http" | "https" = "http"): Promise<Running> {
  const [port, redirects] = [await freePort(), await freePort()];
  const folder = mkdtempSync(join(tmpdir(), "goodturn-caddy-"));
  const address = `${scheme}://localhost:${port}`;
  const sample = readFileSync(join(samples, "Caddyfile"), "utf8");
  const own = scheme === "https" ? "\ttls internal\n" : "";
  const options = `{\n\tadmin off\n\tskip_install_trust\n\thttp_port ${redirects}\n}\n`;
  writeFileSync(join(folder, "Caddyfile"), options + sample.replace(/^\{\$ORIGIN.*\{\n/m, (line) => line + own));
  const variables = {
    ORIGIN: address,
    UPSTREAMS: ports.map((one) => `127.0.0.1:${one}`).join(" "),
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
  };
  const words = ["run", "--config", join(folder, "Caddyfile"), "--adapter", "caddyfile"];
  // No trusted authority signed its certificate, but it answers.
  const isThere = scheme === "https" ? { isThere: until(async () => void (await askCaddy(address, "/readyz"))) } : {};
  return startProgram("caddy", words, { address, folder, variables, ...isThere });
}

/** Sends an https request without checking the certificate. */
export function askCaddy(address: string, path: string): Promise<{ status: number; headers: IncomingHttpHeaders }> {
  return new Promise((resolve, reject) => {
    get(address + path, { rejectUnauthorized: false }, (answer) => {
      answer.resume().on("end", () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers }));
    }).on("error", reject);
  });
}

/**
 * Starts pgbouncer with the sample of the documents, in front of a PostgreSQL without passwords; its address is that of
 * the database through it.
 */
export async function startPgbouncer(url: string): Promise<Running> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), "goodturn-pgbouncer-"));
  const { hostname, port: portThere, pathname, username } = new URL(url);
  const sample = readFileSync(join(samples, "pgbouncer.ini"), "utf8")
    .replace("port=5432 dbname=goodturn", `port=${portThere} dbname=${pathname.slice(1)}`)
    .replace("listen_port = 6432", `listen_port = ${port}\nunix_socket_dir =`)
    .replace(/auth_type = .*\nauth_file = .*/, "auth_type = any")
    .replace("goodturn = host", `goodturn = user=${username} host`);
  writeFileSync(join(folder, "pgbouncer.ini"), sample);
  // Like PostgreSQL it refuses to run as root.
  const user = process.getuid?.() === 0 ? postgresUser() : undefined;
  if (user) chownSync(folder, user.uid, user.gid);
  const address = `postgres://${username}@${hostname}:${port}/goodturn`;
  const isThere = async () => {
    const client = new Client(address);
    client.on("error", () => {});
    await client.connect();
    await client.end();
  };
  return startProgram("pgbouncer", [join(folder, "pgbouncer.ini")], { address, folder, user, isThere: until(isThere) });
}

/** Repeats an attempt until it succeeds. */
const until = (attempt: () => Promise<void>) => async (): Promise<void> => {
  for (;;) {
    const failed = await attempt().catch((error: unknown) => error ?? true);
    if (failed === undefined) return;
    await pause(50);
  }
};

/** A sample with other addresses, because several sites share a machine in tests; the rest is unchanged. */
function withPorts(name: string, ports: [number, number]): string {
  const sample = readFileSync(join(samples, name), "utf8");
  return sample.replace("127.0.0.1:3001", `127.0.0.1:${ports[0]}`).replace("127.0.0.1:3002", `127.0.0.1:${ports[1]}`);
}

type Place = {
  address: string;
  folder: string;
  variables?: Record<string, string>;
  user?: { uid: number; gid: number } | undefined;
  /** Resolves once it is usable; by default, once /readyz can be read through it. */
  isThere?: () => Promise<unknown>;
};

async function startProgram(program: string, words: string[], place: Place): Promise<Running> {
  const { address, folder, variables, user, isThere = () => secondsUntil(`${address}/readyz`, 200) } = place;
  // On Debian these programs are only in root's PATH.
  const env = { ...process.env, PATH: `${process.env["PATH"]}:/usr/sbin`, ...variables };
  const child = spawn(program, words, { ...user, cwd: folder, env, stdio: ["ignore", "ignore", "pipe"] });
  let written = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (written = (written + text).slice(-20_000)));
  const ended = new Promise<never>((_, reject) => {
    child.once("error", reject);
    child.once("exit", () => reject(new Error(`${program} has ended:\n${written}`)));
  });
  ended.catch(() => {});
  const endNow = () => child.kill("SIGKILL");
  process.once("exit", endNow);
  await Promise.race([ended, isThere()]);
  return {
    address,
    written: () => written,
    stop: async () => {
      process.off("exit", endNow);
      child.kill("SIGTERM");
      await ended.catch(() => {});
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
