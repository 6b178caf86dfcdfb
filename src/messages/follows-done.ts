import done from "./en/follows-done.json" with { type: "json" };
import when from "./en/follows-when.json" with { type: "json" };
import { sayFrom } from "./say.ts";

/** What is said once something is followed, or no longer. */
export const say = sayFrom({ ...done, ...when });
