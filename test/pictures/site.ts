import { request } from "@playwright/test";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { rm } from "node:fs/promises";
import { port } from "../setup/address.ts";
import { newData } from "../setup/data.ts";
import { startServer } from "../setup/server.ts";
import { beMember } from "./member.ts";
import { moment, place } from "./moment.ts";
import { writeMadeWith } from "./made-with.ts";
import type { Paths } from "./screens.ts";

/**
 * The data for the workers: the addresses of the site's content, and the state of a browser in which the member is
 * logged in.
 */
export type Site = { paths: Paths; member: Awaited<ReturnType<typeof beMember>>["state"] };

/**
 * Starts the built site at `moment`, with demo content and a member who has events; returns a function that ends it.
 */
export default async function setup() {
  const data = await newData("pictures");
  const tidyUp = () => rm(data, { recursive: true, force: true });
  try {
    const clock = pathToFileURL(join(import.meta.dirname, "../../tools/test/shifted-clock.ts")).href;
    const { address, stop } = await startServer({
      DATA_DIR: data,
      PORT: port,
      DEMO: "on",
      NODE_OPTIONS: `--import=${clock}`,
      CLOCK_SHIFT: String(moment.getTime() - Date.now()),
      TZ: place,
    });
    const caller = await request.newContext({ baseURL: address });
    const { state, paths } = await beMember(caller, address);
    process.env["PICTURES_SITE"] = JSON.stringify({ paths, member: state } satisfies Site);
    return async () => {
      if (process.env["MAKE_PICTURES"]) writeMadeWith();
      await caller.dispose();
      await stop();
      await tidyUp();
    };
  } catch (error) {
    await tidyUp();
    throw error;
  }
}
