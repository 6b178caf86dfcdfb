import reports from "./en/reports.json" with { type: "json" };
import rules from "./en/rules.json" with { type: "json" };
import site from "./en/site.json" with { type: "json" };
import { sayFrom } from "./say.ts";

/** What the pages say on which something is reported, and on which its owner answers. */
export const say = sayFrom({ ...site, ...reports, ...rules });
