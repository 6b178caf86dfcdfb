import registrationsJoined from "./en/registrations-joined.json" with { type: "json" };
import site from "./en/site.json" with { type: "json" };
import siteLists from "./en/site-lists.json" with { type: "json" };
import { sayFrom } from "./say.ts";

/** What the list of joined events says. */
export const say = sayFrom({ ...site, ...siteLists, ...registrationsJoined });
