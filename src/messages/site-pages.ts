import site from "./en/site.json" with { type: "json" };
import sitePages from "./en/site-pages.json" with { type: "json" };
import { sayFrom } from "./say.ts";

/** What the pages about Goodturn say. */
export const say = sayFrom({ ...site, ...sitePages });
