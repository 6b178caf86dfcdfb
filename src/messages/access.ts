import access from "./en/access.json" with { type: "json" };
import site from "./en/site.json" with { type: "json" };
import { sayFrom } from "./say.ts";

/** What members read where they have to prove who they are. */
export const say = sayFrom({ ...site, ...access });
