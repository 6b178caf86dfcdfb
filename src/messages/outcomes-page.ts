import page from "./en/outcomes-page.json" with { type: "json" };
import { sayFrom } from "./say.ts";

/** What is said on an event's page of what came of it. */
export const say = sayFrom(page);
