import know from "./en/events-know.json" with { type: "json" };
import { sayFrom } from "./say.ts";

/** What is good to know about an event, on its page and in its form. */
export const say = sayFrom(know);
