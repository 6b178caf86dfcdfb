import assertions from "./en/assertions.json" with { type: "json" };
import site from "./en/site.json" with { type: "json" };
import { sayFrom } from "./say.ts";

/** What is said to a second organizer who is asked about hours of others. */
export const say = sayFrom({ ...assertions, ...site });
