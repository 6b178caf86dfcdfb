import paper from "./en/gates-paper.json" with { type: "json" };
import site from "./en/site.json" with { type: "json" };
import { sayFrom } from "./say.ts";

/** What stands on printed lists and confirmations, and beside them. */
export const say = sayFrom({ ...site, ...paper });
