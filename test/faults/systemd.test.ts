import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Cluster, startCluster } from "../setup/cluster.ts";
import { startMailReceiver } from "../setup/mail-receiver.ts";
import { freePort } from "../setup/server.ts";
import { neverReady, neverStarts } from "./broken.ts";
import { blocksBelow, shellIn, type Started } from "./checkout.ts";
import { secondsUntil, statusOf } from "./site.ts";
import { createEvent, type Person, publish, register } from "./week.ts";

// A shell runs the systemd commands of docs/hosting.md unchanged, in a folder that stands in for /. There, `sudo` just
// runs its command, npm does nothing (the build is this checkout's), and systemctl calls this test, which starts the
// unit's command.

const unit = readFileSync("docs/samples/goodturn@.service", "utf8");
const valueOf = (name: string) => new RegExp(`^${name}=(.*)$`, "m").exec(unit)?.[1] ?? "";

let root: string;
let cluster: Cluster;
let receiver: Awaited<ReturnType<typeof startMailReceiver>>;
let systemd: Server;
let shell: ReturnType<typeof shellIn>;
const ports = { one: "", two: "" };
const instances = new Map<string, Started>();

/** Text of the documents or of the unit, adapted to this folder. */
const here = (text: string) =>
  text
    .replaceAll(/\/(?=opt\/|var\/lib\/)/g, `${root}/`)
    .replaceAll("3001", ports.one)
    .replaceAll("3002", ports.two)
    // Waits a shorter time for a broken version.
    .replace("--retry 30", "--retry 10");

async function obey(deed: string, port: string) {
  await instances.get(port)?.stop();
  instances.delete(port);
  if (deed === "stop") return;
  const { start } = shellIn(here(valueOf("WorkingDirectory")), { PORT: port });
  instances.set(port, start(`exec ${here(valueOf("ExecStart"))}`));
}

function write(name: string, script: string) {
  const file = join(root, "bin", name);
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
}

/** Puts this checkout's build, with a change, into the folder that versions are shipped from. */
function checkOut(name: string, change: (build: string) => void) {
  const folder = join(root, "checkout");
  for (const part of ["build", "public"]) {
    rmSync(join(folder, part), { recursive: true, force: true });
    cpSync(part, join(folder, part), { recursive: true });
  }
  change(join(folder, "build"));
  writeFileSync(join(folder, "VERSION"), name);
  publish(folder, name);
}

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), "goodturn-systemd-"));
  for (const name of ["bin", "checkout", "opt", "var/lib/goodturn"]) mkdirSync(join(root, name), { recursive: true });
  [ports.one, ports.two] = [String(await freePort()), String(await freePort())];
  [receiver, cluster] = await Promise.all([startMailReceiver(), startCluster()]);
  systemd = createServer(({ url = "" }, answer) => {
    const [, deed = "", ...units] = url.split("/");
    void Promise.all(units.map((name) => obey(deed, name.split("@")[1] ?? ""))).then(() => answer.end());
  });
  await new Promise<void>((resolve) => systemd.listen(0, "127.0.0.1", resolve));
  const { port } = systemd.address() as AddressInfo;
  write("sudo", '[ "$1" = -u ] && shift 2\nexec "$@"');
  write("npm", "exit 0");
  write("systemctl", `exec curl -sf "http://127.0.0.1:${port}/$(echo "$@" | tr ' ' /)"`);

  cpSync("package.json", join(root, "checkout/package.json"));
  symlinkSync(join(process.cwd(), "node_modules"), join(root, "checkout/node_modules"));
  checkOut("the first", () => {});
  cpSync(join(root, "checkout"), join(root, "opt/goodturn-first"), { recursive: true, verbatimSymlinks: true });
  symlinkSync(join(root, "opt/goodturn-first"), join(root, "opt/goodturn"));
  const env = {
    DATABASE_URL: cluster.url("postgres"),
    DATA_DIR: join(root, "var/lib/goodturn"),
    AUTH_SECRET: "0123571789abcdef0123571789abcdef",
    SMTP_URL: receiver.address,
    MAIL_FROM: "Goodturn <hello@goodturn.example>",
    WEB_CONCURRENCY: "1",
  };
  const lines = Object.entries(env).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(join(root, "opt/goodturn/.env"), lines.join(""));
  shell = shellIn(join(root, "checkout"), { PATH: `${join(root, "bin")}:${process.env["PATH"]}` });
});
afterAll(async () => {
  await Promise.all([...instances.values()].map((instance) => instance.stop()));
  await Promise.all([cluster?.stop(), receiver?.stop()]);
  await new Promise((resolve) => systemd?.close(resolve));
  if (root) rmSync(root, { recursive: true, force: true });
});

/**
 * Runs lines as one script, while this test acts as systemd.
 * @returns the exit code of the last one
 */
const run = (...lines: string[]) => shell.start(here(lines.join("\n"))).ended;

const at = (name: "one" | "two") => `http://localhost:${ports[name]}`;
let olga: Person;
const events: string[] = [];
const create = async (name: "one" | "two") =>
  void events.push(await createEvent(at(name), olga, `Event ${events.length}`));
const answers = (name: "one" | "two") => Promise.all(events.map((id) => statusOf(`${at(name)}/view-event/${id}`)));
const areReady = () => Promise.all((["one", "two"] as const).map((name) => secondsUntil(`${at(name)}/readyz`, 200)));

/** A script that a page of an instance needs. */
async function scriptOf(name: "one" | "two") {
  const html = await (await fetch(`${at(name)}/upcoming-events`)).text();
  return `${at(name)}${/\/assets\/[\w-]+\.js/.exec(html)?.[0]}`;
}

describe("an update with systemd, as docs/hosting.md has it", () => {
  const [update = [], [link = "", stop = "", restore = "", start = ""] = []] =
    blocksBelow("### An update with systemd");

  it("brings a working version to both instances", async () => {
    await Promise.all(Object.values(ports).map((port) => obey("restart", port)));
    await areReady();
    olga = await register(at("one"), "Olga", receiver);
    await create("one");
    checkOut("well", () => {});
    expect(await run(...update)).toBe(0);
    await areReady();
    expect([await answers("one"), await answers("two")]).toEqual([[200], [200]]);
    const others = blocksBelow("### The commands of this page elsewhere")[0] ?? [];
    expect(await run(...others.filter((line) => line.startsWith("cd ")))).toBe(0);
  });

  it("stops if the new version does not start; the other instance has its own files, and nothing is lost", async () => {
    checkOut("dead", (build) => {
      neverStarts(build);
      rmSync(join(build, "client/assets"), { recursive: true });
    });
    expect(await run(...update)).not.toBe(0);
    expect(await statusOf(await scriptOf("two"))).toBe(200);
    await create("two");
    expect(await run(link, start)).toBe(0);
    await areReady();
    expect(await answers("one")).toEqual([200, 200]);
  });

  it("stops if it has migrated but is not ready; the backup restores the site with all its data", async () => {
    checkOut("unready", neverReady);
    expect(await run(...update)).not.toBe(0);
    expect(await statusOf(`${at("one")}/readyz`)).toBe(503);
    await create("two");
    expect(await answers("two")).toEqual([200, 200, 200]);
    expect(await run(link, stop, restore, start)).toBe(0);
    await areReady();
    expect([await answers("one"), await answers("two")]).toEqual([
      [200, 200, 404],
      [200, 200, 404],
    ]);
  });
});
