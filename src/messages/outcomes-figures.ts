import figures from "./en/outcomes-figures.json" with { type: "json" };
import site from "./en/site.json" with { type: "json" };
import { sayFrom } from "./say.ts";

/** What an organizer's figures say. */
export const say = sayFrom({ ...site, ...figures });
