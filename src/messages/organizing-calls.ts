import calls from "./en/organizing-calls.json" with { type: "json" };
import { sayFrom } from "./say.ts";

/** What an organizer reads about the people whom no mail reaches. */
export const say = sayFrom(calls);
