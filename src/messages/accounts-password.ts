import accounts from "./en/accounts.json" with { type: "json" };
import accountsPassword from "./en/accounts-password.json" with { type: "json" };
import site from "./en/site.json" with { type: "json" };
import rules from "./en/rules.json" with { type: "json" };
import { sayFrom } from "./say.ts";

/** What choosing a new password says. */
export const say = sayFrom({ ...site, ...accounts, ...accountsPassword, ...rules });
