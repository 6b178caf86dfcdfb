import embeds from "./en/embeds.json" with { type: "json" };
import events from "./en/events.json" with { type: "json" };
import site from "./en/site.json" with { type: "json" };
import { sayFrom } from "./say.ts";

/** What frames on other sites say, and the page on which they are made. */
export const say = sayFrom({ ...site, ...events, ...embeds });
