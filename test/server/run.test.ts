import { spawn } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { constants, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { freePort } from "../setup/server.ts";

/** A checkout with our `tools/run.mjs`, a build of one line and a fake npm, so that nothing is downloaded. */
let folder: string;

/** This npm records its calls, and leaves the files that npm 10 does. It does not link our programs. */
const npm = `
import { appendFileSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
appendFileSync("asked", process.argv.slice(2).join(" ") + "\\n");
process.stdout.write("added 277 packages\\n");
if (process.env.NPM_FAILS) { process.stderr.write("npm error ENOSPC\\n"); process.exit(3); }
rmSync("node_modules", { recursive: true, force: true });
mkdirSync("node_modules/node-" + process.platform + "-" + process.arch + "/bin", { recursive: true });
symlinkSync(process.env.OUR_NODE, "node_modules/node-" + process.platform + "-" + process.arch + "/bin/node");
writeFileSync("node_modules/.package-lock.json", "installed");
`;
const build = `
import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
process.stdout.write("hundreds of lines\\n");
if (process.env.BUILD_FAILS) { process.stderr.write("a file is missing\\n"); process.exit(1); }
appendFileSync("built", "once\\n");
for (const folder of ["build/server", "build/client"]) mkdirSync(folder, { recursive: true });
writeFileSync("build/server/index.js", "");
const ends = "if (process.env.ENDS_BY) process.kill(process.pid, process.env.ENDS_BY);";
writeFileSync("build/start.js", ends + "process.stdout.write('started by ' + process.argv0 + '\\\\n')");
`;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "goodturn-run-"));
  for (const name of ["tools/build", "src", "public"]) mkdirSync(join(folder, name), { recursive: true });
  copyFileSync("tools/run.mjs", join(folder, "tools/run.mjs"));
  const files = { "tools/build/build.ts": build, "npm.mjs.js": npm, "package.json": '{ "type": "module" }' };
  const settings = ["package-lock.json", "vite.config.ts", "react-router.config.ts", "tsconfig.json"];
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  for (const name of settings) writeFileSync(join(folder, name), "{}");
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs `npm start` there. @returns its exit code and its output */
async function start(variables: NodeJS.ProcessEnv = {}): Promise<{ code: number | null; written: string }> {
  const child = spawn(process.execPath, ["tools/run.mjs", "start"], {
    cwd: folder,
    env: {
      PATH: dirname(process.execPath),
      PORT: String(await freePort()),
      npm_execpath: join(folder, "npm.mjs.js"),
      OUR_NODE: process.execPath,
      ...variables,
    },
  });
  let written = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (written += text));
  return new Promise((resolve) => child.once("close", (code) => resolve({ code, written })));
}

/** The Node in the checkout's packages. */
const ours = () => join(folder, `node_modules/node-${process.platform}-${process.arch}/bin/node`);

/** The number of installations, and of builds. */
const counts = () =>
  ["asked", "built"].map((name) =>
    existsSync(join(folder, name)) ? readFileSync(join(folder, name), "utf8").split("\n").length - 1 : 0,
  );

describe("npm start", () => {
  it("installs and builds in two lines, and starts with the Node of its package, without a link to it", async () => {
    const { code, written } = await start();
    expect([code, ...counts()]).toEqual([0, 1, 1]);
    expect(written.split("\n")).toEqual([
      expect.stringMatching(/^Installing the packages/),
      expect.stringMatching(/^Building/),
      `started by ${ours()}`,
      "",
    ]);
    expect(existsSync(join(folder, "node_modules/.bin"))).toBe(false);
    expect(await start()).toEqual({ code: 0, written: expect.stringMatching(/^started by [^\n]*\n$/) });
    expect(counts()).toEqual([1, 1]);
  });

  it("installs again after npm or the lockfile has changed the packages", async () => {
    await start();
    writeFileSync(join(folder, "node_modules/.package-lock.json"), "somebody has pruned them");
    await start();
    expect(counts()).toEqual([2, 1]);
    writeFileSync(join(folder, "package-lock.json"), "{ }");
    await start();
    expect(counts()).toEqual([3, 2]);
  });

  it("builds again if a part of the build is missing", async () => {
    await start();
    rmSync(join(folder, "build/client"), { recursive: true });
    await start();
    expect(counts()).toEqual([1, 2]);
  });

  it("reports a port in use before it installs or builds anything, also one set in .env", async () => {
    const port = await freePort();
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(port, "127.0.0.1", resolve));
    try {
      const said = `PORT: ${port} on 127.0.0.1 is in use; stop what uses it, or take another: PORT=${port + 1} npm start\n`;
      expect(await start({ PORT: String(port) })).toEqual({ code: 1, written: said });
      writeFileSync(join(folder, ".env"), `PORT=${port}\n`);
      expect(await start({ PORT: undefined })).toEqual({ code: 1, written: said });
      expect(counts()).toEqual([0, 0]);
    } finally {
      other.close();
    }
  });

  it("shows the output of npm and the build only if they fail", async () => {
    expect(await start({ NPM_FAILS: "yes" })).toEqual({
      code: 3,
      written: expect.stringMatching(/npm error ENOSPC\nThe packages could not be installed/),
    });
    expect(await start({ BUILD_FAILS: "yes" })).toEqual({
      code: 1,
      written: expect.stringMatching(/hundreds of lines\na file is missing\nThe build failed/),
    });
    expect((await start()).written).not.toMatch(/hundreds|added/);
  });

  it("ends with the code of the program, also if a signal has ended that", async () => {
    expect((await start()).code).toBe(0);
    expect((await start({ ENDS_BY: "SIGKILL" })).code).toBe(128 + constants.signals.SIGKILL);
  });

  it("starts with the Node that runs it if the package's own does not run here", async () => {
    const { code, written } = await start({ OUR_NODE: "/nowhere" });
    expect([code, written]).toEqual([0, expect.stringContaining(`started by ${process.execPath}\n`)]);
  });
});
