import imports from "./en/imports.json" with { type: "json" };
import rules from "./en/rules.json" with { type: "json" };
import site from "./en/site.json" with { type: "json" };
import { sayFrom } from "./say.ts";

/** What is said where events are imported. */
export const say = sayFrom({ ...site, ...rules, ...imports });
