import { findBrowsers } from "../../tools/test/browsers.ts";
import { chromiumFlags } from "../../tools/demo/demo-server.ts";

/** The browser of the journeys: a headless Chromium, which `tools/test/test.ts` installs when there is none, or any other. */
export const journeysBrowser = findBrowsers("shell")[0] ?? "chromium";

/**
 * How it is started for pages that live for seconds: to make their code quick costs more than it brings, and so do threads of their own for
 * collecting garbage.
 */
export const journeysFlags = [...chromiumFlags, "--js-flags=--no-opt --no-maglev --single-threaded-gc"];
