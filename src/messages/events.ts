import events from "./en/events.json" with { type: "json" };
import site from "./en/site.json" with { type: "json" };
import { sayFrom } from "./say.ts";

/** What the list of events says. */
export const say = sayFrom({ ...site, ...events });
