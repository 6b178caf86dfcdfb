import communities from "./en/communities.json" with { type: "json" };
import frame from "./en/frame.json" with { type: "json" };
import { sayFrom } from "./say.ts";

/** What the page of communities says. */
export const say = sayFrom({ ...frame, ...communities });
