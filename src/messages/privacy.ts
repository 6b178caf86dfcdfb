import privacy from "./en/privacy.json" with { type: "json" };
import site from "./en/site.json" with { type: "json" };
import { sayFrom } from "./say.ts";

/** What the page about privacy says. */
export const say = sayFrom({ ...site, ...privacy });
