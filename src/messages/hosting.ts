import hosting from "./en/hosting.json" with { type: "json" };
import rules from "./en/rules.json" with { type: "json" };
import site from "./en/site.json" with { type: "json" };
import { sayFrom } from "./say.ts";

/** What the pages for the people who run the site say. */
export const say = sayFrom({ ...site, ...hosting, ...rules });
