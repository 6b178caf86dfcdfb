import follows from "./en/follows.json" with { type: "json" };
import site from "./en/site.json" with { type: "json" };
import { sayFrom } from "./say.ts";

/** What is said of all that one follows. */
export const say = sayFrom({ ...site, ...follows });
