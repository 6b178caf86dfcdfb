import towns from "./en/towns.json" with { type: "json" };
import { sayFrom } from "./say.ts";

/** What is said where towns are proposed. */
export const say = sayFrom(towns);
