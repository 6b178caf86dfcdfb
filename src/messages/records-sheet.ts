import outcomes from "./en/outcomes.json" with { type: "json" };
import sheet from "./en/records-sheet.json" with { type: "json" };
import site from "./en/site.json" with { type: "json" };
import { sayFrom } from "./say.ts";

/** What stands on a record on paper, and beside it. */
export const say = sayFrom({ ...outcomes, ...sheet, ...site });
