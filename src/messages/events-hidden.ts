import hidden from "./en/events-hidden.json" with { type: "json" };
import page from "./en/events-page.json" with { type: "json" };
import site from "./en/site.json" with { type: "json" };
import { sayFrom } from "./say.ts";

/** What stands in the place of an event that is hidden while the host looks into it. */
export const say = sayFrom({ ...site, ...page, ...hidden });
