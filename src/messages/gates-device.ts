import gates from "./en/gates-device.json" with { type: "json" };
import site from "./en/site.json" with { type: "json" };
import { sayFrom } from "./say.ts";

/** What the gate says on a phone or a tablet. */
export const say = sayFrom({ ...site, ...gates });
