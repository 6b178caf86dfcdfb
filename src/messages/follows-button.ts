import button from "./en/follows-button.json" with { type: "json" };
import { sayFrom } from "./say.ts";

/** What the buttons say by which one follows something. */
export const say = sayFrom(button);
