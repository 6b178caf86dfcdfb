import site from "./en/site.json" with { type: "json" };
import siteHome from "./en/site-home.json" with { type: "json" };
import { sayFrom } from "./say.ts";

/** What the home page says. */
export const say = sayFrom({ ...site, ...siteHome });
