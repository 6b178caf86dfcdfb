import accountsOwn from "./en/accounts-own.json" with { type: "json" };
import site from "./en/site.json" with { type: "json" };
import rules from "./en/rules.json" with { type: "json" };
import { sayFrom } from "./say.ts";

/** What a member's own account page says. */
export const say = sayFrom({ ...site, ...accountsOwn, ...rules });
