import accounts from "./en/accounts.json" with { type: "json" };
import site from "./en/site.json" with { type: "json" };
import rules from "./en/rules.json" with { type: "json" };
import { sayFrom } from "./say.ts";

/** What registering and logging in say. */
export const say = sayFrom({ ...site, ...accounts, ...rules });
