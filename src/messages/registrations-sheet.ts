import accountsMailed from "./en/accounts-mailed.json" with { type: "json" };
import events from "./en/events.json" with { type: "json" };
import eventsPage from "./en/events-page.json" with { type: "json" };
import registrationsSheet from "./en/registrations-sheet.json" with { type: "json" };
import rules from "./en/rules.json" with { type: "json" };
import site from "./en/site.json" with { type: "json" };
import { sayFrom } from "./say.ts";

/** What the sheet says in which somebody joins who is not logged in, and the bar while a spot is kept for them. */
export const say = sayFrom({ ...site, ...events, ...eventsPage, ...accountsMailed, ...rules, ...registrationsSheet });
