import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { freePort } from "./server.ts";

const startMax = 60_000;

const at = (port: number) => ({ host: "127.0.0.1", port });

/** An impossible project: with `demo-`, the emulator makes no requests to Google. */
export const projectId = "demo-goodturn";

/**
 * Starts the official emulator of Firebase Authentication on free local ports, without accounts, in a folder of its own
 * for its files.
 * @throws Error with its output if it does not start
 */
export async function startEmulator() {
  const folder = await mkdtemp(join(tmpdir(), "goodturn-emulator-"));
  const [auth, hub, logging] = [await freePort(), await freePort(), await freePort()];
  const emulators = { auth: at(auth), hub: at(hub), logging: at(logging), ui: { enabled: false } };
  await writeFile(join(folder, "firebase.json"), JSON.stringify({ emulators }));
  const program = resolve("node_modules/.firebase/node_modules/firebase-tools/lib/bin/firebase.js");
  const words = ["emulators:start", "--only", "auth", "--project", projectId, "--non-interactive"];
  const env = { ...process.env, HOME: folder, TMPDIR: folder };
  const child = spawn(process.execPath, [program, ...words], { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
  let written = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (written += text));
  const ended = new Promise<void>((done) => child.once("close", () => done()));
  const endNow = () => child.kill("SIGKILL");
  process.once("exit", endNow);

  const stop = async () => {
    child.kill("SIGINT");
    await ended;
    process.off("exit", endNow);
    await rm(folder, { recursive: true, force: true });
  };
  const deadline = Date.now() + startMax;
  while (!written.includes("All emulators ready")) {
    if (child.exitCode !== null || Date.now() > deadline) {
      endNow();
      await stop();
      throw new Error(`The emulator did not start:\n${written}`);
    }
    await new Promise((done) => setTimeout(done, 50));
  }
  return { host: `127.0.0.1:${auth}`, stop };
}
