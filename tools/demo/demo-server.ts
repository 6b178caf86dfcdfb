import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startServer } from "../../test/setup/server.ts";
import { findBrowsers } from "../test/browsers.ts";

/** The browser that programs drive, and its flags: it also runs as root, and makes no requests of its own. */
export const chromium = findBrowsers("windows")[0] ?? "chromium";
export const chromiumFlags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Runs an action with the built server on a free port, with its own demo content; afterwards all of it is deleted. */
export async function withDemoServer<Result>(
  use: (address: string) => Promise<Result>,
  variables: Record<string, string> = {},
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), "goodturn-demo-"));
  try {
    const server = await startServer({ DATA_DIR: join(folder, "data"), DEMO: "on", ...variables });
    try {
      return await use(server.address);
    } finally {
      await server.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The path of the event that the list shows first. */
export async function firstEvent(address: string): Promise<string> {
  const [path] = /\/view-event\/[\w-]+/.exec(await (await fetch(`${address}/upcoming-events`)).text()) ?? [];
  if (!path) throw new Error("The list shows no event.");
  return path;
}
