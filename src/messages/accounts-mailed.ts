import accountsMailed from "./en/accounts-mailed.json" with { type: "json" };
import page from "./en/events-page.json" with { type: "json" };
import site from "./en/site.json" with { type: "json" };
import { sayFrom } from "./say.ts";

/** What is said where somebody gets in by a code or a link from a mail. */
export const say = sayFrom({ ...site, ...page, ...accountsMailed });
