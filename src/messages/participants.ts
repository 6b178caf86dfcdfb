import site from "./en/site.json" with { type: "json" };
import participants from "./en/participants.json" with { type: "json" };
import rules from "./en/rules.json" with { type: "json" };
import { sayFrom } from "./say.ts";

/** What an organizer's view of an event's participants says. */
export const say = sayFrom({ ...site, ...participants, ...rules });
