import frame from "./en/frame.json" with { type: "json" };
import home from "./en/home.json" with { type: "json" };
import { sayFrom } from "./say.ts";

/** What the home page says. */
export const say = sayFrom({ ...frame, ...home });
