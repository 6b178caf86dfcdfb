/** The log levels, least important first: lines below the chosen level are left out. `silent` writes nothing. */
export const levels = ["debug", "info", "warn", "error", "silent"] as const;
export type Level = (typeof levels)[number];
