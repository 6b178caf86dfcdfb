import contact from "./en/contact.json" with { type: "json" };
import site from "./en/site.json" with { type: "json" };
import rules from "./en/rules.json" with { type: "json" };
import { sayFrom } from "./say.ts";

/** What the contact page says. */
export const say = sayFrom({ ...site, ...contact, ...rules });
