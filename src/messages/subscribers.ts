import site from "./en/site.json" with { type: "json" };
import subscribers from "./en/subscribers.json" with { type: "json" };
import { sayFrom } from "./say.ts";

/** What the page says that the newsletter's links lead to. */
export const say = sayFrom({ ...site, ...subscribers });
