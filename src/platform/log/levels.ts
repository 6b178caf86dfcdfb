/** How much of what happens is written down: from which level on, the least important first. `silent` is nothing. */
export const levels = ["debug", "info", "warn", "error", "silent"] as const;
export type Level = (typeof levels)[number];
