import { spawnSync } from "node:child_process";
import { chmodSync, closeSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startCluster } from "../setup/cluster.ts";
import { ask, makeCrowd, type Person } from "../setup/crowd.ts";
import { makeOpenFolder } from "../setup/own-environment.ts";
import { secondsUntil, type Site, startSite, statusOf, tell } from "./site.ts";

const megabytes = 256;

/**
 * Mounts a separate small disk on a folder.
 * @returns the reason why it cannot, or null
 */
function mount(folder: string): string | null {
  if (process.platform !== "linux") return "only Linux has a tmpfs";
  if (process.getuid?.() !== 0) return "only root may mount a disk";
  const { status } = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", folder]);
  return status === 0 ? null : "this machine lets nobody mount a disk";
}
function unmount(folder: string) {
  spawnSync("umount", ["--lazy", folder]);
  rmSync(folder, { recursive: true, force: true });
}

const tried = makeOpenFolder("goodturn-disk-");
const reason = mount(tried);
unmount(tried);
if (reason) process.stdout.write(`No disk is filled: ${reason}\n`);

let folder: string;
let site: Site;
let address: string;
let organizers: Person[];
beforeEach(async () => {
  folder = makeOpenFolder("goodturn-disk-");
  mount(folder);
  chmodSync(folder, 0o755);
  const small = { min_wal_size: "32MB", max_wal_size: "48MB", synchronous_commit: "on", max_connections: 80 };
  site = await startSite({}, { cluster: await startCluster(small, folder) });
  address = site.instances[0].address;
  organizers = await makeCrowd(site.make, 120);
});
afterEach(async () => {
  await site?.close();
  unmount(folder);
});

/** Fills the disk. @returns a function that frees it */
function fill(): () => void {
  const file = join(folder, "filler");
  for (const size of [1 << 20, 4096]) {
    const open = openSync(file, "a");
    try {
      for (;;) writeSync(open, Buffer.alloc(size));
    } catch {
      // The disk is full.
    } finally {
      closeSync(open);
    }
  }
  return () => rmSync(file);
}

/** Creates an event larger than the free space within a table. */
const create = (organizer: Person) =>
  ask(address, organizer, "POST", "/add-event", {
    title: "Cleaning the river",
    eventType: "cleanup",
    location: "Porto",
    eventDate: new Date(Date.now() + 5 * 24 * 3600 * 1000).toISOString(),
    maxParticipant: "20",
    thumbnailUrl: `${address}/scenes/cleanup-2.svg`,
    // Random, so that it cannot be compressed.
    description: Array.from({ length: 99 }, () => Math.random().toString(36).slice(2, 11)).join(" "),
  });

describe.skipIf(reason !== null)("PostgreSQL's disk", () => {
  it("causes 503 for writes when it is full, while pages are shown; /readyz reports it until there is space", async () => {
    const eventId = await site.make.event({ maxParticipant: "1000" });
    expect((await create(organizers[0]!)).status).toBe(200);
    const empty = fill();
    const seen = new Map<string, number>();
    for (const organizer of organizers) {
      const { status, said } = await create(organizer);
      const word = status === 200 ? "200" : `${status} ${said.code}`;
      seen.set(word, (seen.get(word) ?? 0) + 1);
    }
    tell("PostgreSQL's disk full", Object.fromEntries(seen));
    // Tables had some free space left.
    expect([...seen.keys()].filter((word) => word !== "200")).toEqual(["503 cannot_save"]);
    for (const path of ["/", `/view-event/${eventId}`, "/upcoming-events?search=river", "/api/events", "/healthz"])
      expect([path, await statusOf(address + path)]).toEqual([path, 200]);
    await secondsUntil(`${address}/readyz`, 503);
    expect(site.instances[0].written()).toContain("nothing can be saved");
    empty();
    await secondsUntil(`${address}/readyz`, 200);
    expect((await create(organizers[1]!)).status).toBe(200);
  });
});
