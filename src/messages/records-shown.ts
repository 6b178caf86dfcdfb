import outcomes from "./en/outcomes.json" with { type: "json" };
import shown from "./en/records-shown.json" with { type: "json" };
import site from "./en/site.json" with { type: "json" };
import { sayFrom } from "./say.ts";

/** What a proof shows, in the same words before it is made, on paper and on the page that checks it. */
export const say = sayFrom({ ...outcomes, ...shown, ...site });
