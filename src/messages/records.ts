import outcomes from "./en/outcomes.json" with { type: "json" };
import records from "./en/records.json" with { type: "json" };
import site from "./en/site.json" with { type: "json" };
import { sayFrom } from "./say.ts";

/** What somebody's own record says, with what was done at its events. */
export const say = sayFrom({ ...outcomes, ...records, ...site });
