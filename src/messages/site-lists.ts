import site from "./en/site.json" with { type: "json" };
import siteLists from "./en/site-lists.json" with { type: "json" };
import { sayFrom } from "./say.ts";

/** What any list of one's own says. */
export const say = sayFrom({ ...site, ...siteLists });
