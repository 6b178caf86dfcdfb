import outcomes from "./en/outcomes.json" with { type: "json" };
import file from "./en/records-file.json" with { type: "json" };
import site from "./en/site.json" with { type: "json" };
import verify from "./en/records-verify.json" with { type: "json" };
import { sayFrom } from "./say.ts";

/** What is said to whoever checks a record. */
export const say = sayFrom({ ...file, ...outcomes, ...site, ...verify });
