import { existsSync } from "node:fs";
import { chromium } from "../../tools/demo-server.ts";

/** Chromium without the windows that it draws for nobody: the same pages take it half as long. */
export const headlessShell = "/usr/bin/chromium-headless-shell";

/** The browser of the journeys: Debian's headless Chromium, which `tools/test.ts` installs when it is missing, or any other. */
export const journeysBrowser =
  process.env["CHROMIUM"] === undefined && existsSync(headlessShell) ? headlessShell : chromium;
