import site from "./en/site.json" with { type: "json" };
import organizing from "./en/organizing.json" with { type: "json" };
import rules from "./en/rules.json" with { type: "json" };
import { sayFrom } from "./say.ts";

/** What a member's own screens say: creating, managing and joined events. */
export const say = sayFrom({ ...site, ...organizing, ...rules });
