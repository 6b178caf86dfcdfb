/** The log levels, least important first: lines below the chosen level are left out. With `silent` there are none. */
export const levels = ["debug", "info", "warn", "error", "silent"] as const;
export type Level = (typeof levels)[number];
