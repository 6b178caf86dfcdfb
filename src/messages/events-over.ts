import over from "./en/events-over.json" with { type: "json" };
import { sayFrom } from "./say.ts";

/** What is said of an event that is over or canceled, and of others to go to instead. */
export const say = sayFrom(over);
