import page from "./en/events-page.json" with { type: "json" };
import site from "./en/site.json" with { type: "json" };
import { sayFrom } from "./say.ts";

/** What an event's page says. */
export const say = sayFrom({ ...site, ...page });
