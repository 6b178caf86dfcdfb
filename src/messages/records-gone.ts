import gone from "./en/records-gone.json" with { type: "json" };
import { sayFrom } from "./say.ts";

/** Why a proof no longer counts, as its maker reads it. */
export const say = sayFrom(gone);
