import communities from "./en/communities.json" with { type: "json" };
import site from "./en/site.json" with { type: "json" };
import { sayFrom } from "./say.ts";

/** What the page of communities says. */
export const say = sayFrom({ ...site, ...communities });
