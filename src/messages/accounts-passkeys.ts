import accountsPasskeys from "./en/accounts-passkeys.json" with { type: "json" };
import rules from "./en/rules.json" with { type: "json" };
import site from "./en/site.json" with { type: "json" };
import { sayFrom } from "./say.ts";

/** What is said about passkeys, fetched when somebody uses or manages one. */
export const say = sayFrom({ ...site, ...rules, ...accountsPasskeys });
