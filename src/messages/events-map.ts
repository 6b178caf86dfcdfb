import map from "./en/events-map.json" with { type: "json" };
import site from "./en/site.json" with { type: "json" };
import { sayFrom } from "./say.ts";

/** What a map says, whose words come with it. */
export const say = sayFrom({ ...site, ...map });
