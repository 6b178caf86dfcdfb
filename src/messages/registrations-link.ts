import rules from "./en/rules.json" with { type: "json" };
import registrationsLink from "./en/registrations-link.json" with { type: "json" };
import site from "./en/site.json" with { type: "json" };
import { sayFrom } from "./say.ts";

/** What the page says that the links in mails about a registration lead to. */
export const say = sayFrom({ ...site, ...registrationsLink, ...rules });
