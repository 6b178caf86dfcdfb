import frame from "./en/frame.json" with { type: "json" };
import organise from "./en/organise.json" with { type: "json" };
import rules from "./en/rules.json" with { type: "json" };
import { sayFrom } from "./say.ts";

/** What a member's own screens say: creating, managing and joined events. */
export const say = sayFrom({ ...frame, ...organise, ...rules });
