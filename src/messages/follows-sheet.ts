import sheet from "./en/follows-sheet.json" with { type: "json" };
import site from "./en/site.json" with { type: "json" };
import { sayFrom } from "./say.ts";

/** What is said to people who follow something without logging in. */
export const say = sayFrom({ ...site, ...sheet });
