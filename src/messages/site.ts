import site from "./en/site.json" with { type: "json" };
import { sayFrom } from "./say.ts";

/** What every page says: its frame, kinds, cards, and what may go wrong anywhere. */
export const say = sayFrom(site);
