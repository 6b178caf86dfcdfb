import eventsActions from "./en/events-actions.json" with { type: "json" };
import site from "./en/site.json" with { type: "json" };
import { sayFrom } from "./say.ts";

/** What is said of the ways into a calendar, to an event and to other people, wherever an event is. */
export const say = sayFrom({ ...site, ...eventsActions });
