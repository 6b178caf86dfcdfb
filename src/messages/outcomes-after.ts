import outcomesAfter from "./en/outcomes-after.json" with { type: "json" };
import site from "./en/site.json" with { type: "json" };
import { sayFrom } from "./say.ts";

/** What an organizer reads who says what came of an event. */
export const say = sayFrom({ ...site, ...outcomesAfter });
