import { existsSync } from "node:fs";
import { chromium, headlessShell } from "../../tools/demo-server.ts";

/** The browser of the journeys: Debian's headless Chromium, which `tools/test.ts` installs when it is missing, or any other. */
export const journeysBrowser =
  process.env["CHROMIUM"] === undefined && existsSync(headlessShell) ? headlessShell : chromium;
