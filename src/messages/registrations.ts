import page from "./en/events-page.json" with { type: "json" };
import site from "./en/site.json" with { type: "json" };
import registrations from "./en/registrations.json" with { type: "json" };
import rules from "./en/rules.json" with { type: "json" };
import { sayFrom } from "./say.ts";

/** What is said of places that one has, is offered, or takes for others: parts of an event's page that most visits do not need. */
export const say = sayFrom({ ...site, ...page, ...registrations, ...rules });
