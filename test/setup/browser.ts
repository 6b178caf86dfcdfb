import { existsSync } from "node:fs";
import { chromium, chromiumFlags, headlessShell } from "../../tools/demo-server.ts";

/** The browser of the journeys: Debian's headless Chromium, which `tools/test.ts` installs when it is missing, or any other. */
export const journeysBrowser =
  process.env["CHROMIUM"] === undefined && existsSync(headlessShell) ? headlessShell : chromium;

/**
 * How it is started for pages that live for seconds: to make their code quick costs more than it brings, and so do threads of their own for
 * collecting garbage.
 */
export const journeysFlags = [...chromiumFlags, "--js-flags=--no-opt --no-maglev --single-threaded-gc"];
