import frame from "./en/frame.json" with { type: "json" };
import pages from "./en/pages.json" with { type: "json" };
import { sayFrom } from "./say.ts";

/** What the pages about Goodturn say. */
export const say = sayFrom({ ...frame, ...pages });
