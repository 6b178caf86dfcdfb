import codes from "./en/gates-codes.json" with { type: "json" };
import site from "./en/site.json" with { type: "json" };
import { sayFrom } from "./say.ts";

/** What stands beside somebody's own codes. */
export const say = sayFrom({ ...site, ...codes });
