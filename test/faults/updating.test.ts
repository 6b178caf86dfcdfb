import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Cluster, startCluster } from "../setup/cluster.ts";
import { startMailReceiver } from "../setup/mail-receiver.ts";
import { neverReady, neverStarts } from "./broken.ts";
import { blocksBelow } from "./checkout.ts";
import { type Machine, machineWith } from "./compose.ts";
import { buildImage, copyImage, filesIn, type Image, nobody } from "./image.ts";
import { statusOf } from "./site.ts";
import { ask, createEvent, type Person, register } from "./week.ts";

let folder: string;
let image: Image;
let remove: () => void;
let cluster: Cluster;
let receiver: Awaited<ReturnType<typeof startMailReceiver>>;
let machine: Machine;
beforeAll(async () => {
  ({ image, remove } = buildImage("backup"));
  folder = mkdtempSync(join(tmpdir(), "goodturn-updating-"));
  // Other users must be able to enter.
  chmodSync(folder, 0o755);
  [receiver, cluster] = await Promise.all([startMailReceiver(), startCluster()]);
  for (const name of ["backups", "data"]) makeOwn(join(folder, name));
  const variables = {
    DATABASE_URL: cluster.url("postgres"),
    DATA_DIR: join(folder, "data"),
    AUTH_SECRET: "0123571789abcdef0123571789abcdef",
    SMTP_URL: receiver.address,
    MAIL_FROM: "Goodturn <hello@goodturn.example>",
    LISTEN_HOST: "127.0.0.1",
    WEB_CONCURRENCY: "1",
  };
  machine = await machineWith(image, variables, join(folder, "backups"));
}, 600_000);
afterAll(async () => {
  await machine?.stop();
  await Promise.all([cluster?.stop(), receiver?.stop()]);
  remove?.();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

function makeOwn(path: string) {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  if (nobody.uid !== undefined) chownSync(path, nobody.uid, nobody.gid);
}

/** A later version with another build. */
function later(name: string, change: (build: string) => void): Image {
  const copy = copyImage(image, join(folder, name));
  change(join(copy.root, "app/build"));
  return copy;
}

let olga: Person;
const events: string[] = [];
/** Creates an event at one of the instances as Olga, as acknowledged data. */
const create = async (name: "one" | "two") => {
  const id = await createEvent(machine.address(name), olga, `Event ${events.length}`);
  events.push(id);
  return id;
};
/** The status of each event's page. */
const answers = (name: "one" | "two") =>
  Promise.all(events.map((id) => statusOf(`${machine.address(name)}/view-event/${id}`)));

/** Runs all lines of a block. @returns the commands that failed */
async function runAll(lines: string[]) {
  const failed: string[] = [];
  for (const line of lines) failed.push((await machine.run(line)) ?? "");
  return failed.filter(Boolean);
}

describe("an update with Docker, as docs/hosting.md has it", () => {
  const [update = [], [tags = "", stop = "", restore = "", up = ""] = []] = blocksBelow("### An update with Docker");

  it("brings a working version to both instances", async () => {
    expect(await runAll(blocksBelow("### With Docker")[0]?.slice(-1) ?? ["?"])).toEqual([]);
    olga = await register(machine.address("one"), "Olga", receiver);
    await create("one");
    machine.publish(later("well", () => {}));
    const files = filesIn(image);
    expect(await runAll(update)).toEqual([]);
    expect([await answers("one"), await answers("two")]).toEqual([[200], [200]]);
    const others = blocksBelow("### The commands of this page elsewhere")[0] ?? [];
    expect(await runAll(others.filter((line) => line.startsWith("docker ")))).toEqual([]);
    // Nothing was written into the running image.
    expect(filesIn(image)).toEqual(files);
  });

  it("stops if the new version does not start; the previous version comes back, and nothing is lost", async () => {
    machine.publish(later("dead", neverStarts));
    expect(await runAll(update)).toEqual([expect.stringMatching(/^docker compose up .* one$/)]);
    await create("two");
    expect(await runAll([tags, stop, up])).toEqual([]);
    expect([await answers("one"), await answers("two")]).toEqual([
      [200, 200],
      [200, 200],
    ]);
  });

  it("stops if the new version has migrated but is not ready: the other instance serves on, and nothing is lost", async () => {
    machine.publish(later("unready", neverReady));
    expect(await runAll(update)).toEqual([expect.stringMatching(/^docker compose exec one /)]);
    expect(await statusOf(`${machine.address("one")}/readyz`)).toBe(503);
    await create("two");
    expect(await answers("two")).toEqual([200, 200, 200]);
  });

  it("restores the backup if nothing serves, with everything acknowledged before it", async () => {
    expect(await runAll([tags, stop])).toEqual([]);
    // Without the backup, the command says so and stops.
    expect(await runAll([up])).toEqual([up]);
    expect(await runAll([stop, restore, up])).toEqual([]);
    expect([await answers("one"), await answers("two")]).toEqual([
      [200, 200, 404],
      [200, 200, 404],
    ]);
    expect((await ask(machine.address("one"), "GET /myEvents", olga)).said).toHaveLength(2);
  });
});
