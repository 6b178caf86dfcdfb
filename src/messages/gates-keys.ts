import keys from "./en/gates-keys.json" with { type: "json" };
import site from "./en/site.json" with { type: "json" };
import { sayFrom } from "./say.ts";

/** What an organizer reads about the gate of their event, and what opens it. */
export const say = sayFrom({ ...site, ...keys });
