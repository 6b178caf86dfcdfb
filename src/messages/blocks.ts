import blocks from "./en/blocks.json" with { type: "json" };
import site from "./en/site.json" with { type: "json" };
import { sayFrom } from "./say.ts";

/** What is said where somebody is blocked, or is no longer. */
export const say = sayFrom({ ...site, ...blocks });
