import reports from "./en/reports.json" with { type: "json" };
import reportsHost from "./en/reports-host.json" with { type: "json" };
import rules from "./en/rules.json" with { type: "json" };
import site from "./en/site.json" with { type: "json" };
import siteLists from "./en/site-lists.json" with { type: "json" };
import { sayFrom } from "./say.ts";

/** What the pages say on which hosts decide about reports. */
export const say = sayFrom({ ...site, ...siteLists, ...rules, ...reports, ...reportsHost });
