import accountsConfirm from "./en/accounts-confirm.json" with { type: "json" };
import site from "./en/site.json" with { type: "json" };
import { sayFrom } from "./say.ts";

/** What is said where a mail's link confirms an address. */
export const say = sayFrom({ ...site, ...accountsConfirm });
