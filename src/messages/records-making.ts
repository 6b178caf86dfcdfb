import making from "./en/records-making.json" with { type: "json" };
import { sayFrom } from "./say.ts";

/** What is said where somebody makes a proof of their hours, or takes it back. */
export const say = sayFrom(making);
