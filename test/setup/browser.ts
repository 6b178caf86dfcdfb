import { findBrowsers } from "../../tools/test/browsers.ts";
import { chromiumFlags } from "../../tools/demo/demo-server.ts";

/**
 * The browser of the journeys: a headless Chromium, which `tools/test/test.ts` installs if there is none, or another
 * one.
 */
export const journeysBrowser = findBrowsers("shell")[0] ?? "chromium";

/**
 * Flags for pages that live for seconds: optimizing their code costs more than it saves, and so do threads for garbage
 * collection.
 */
export const journeysFlags = [...chromiumFlags, "--js-flags=--no-opt --no-maglev --single-threaded-gc"];
