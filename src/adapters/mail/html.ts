import type { html } from "hono/html";

/** A part of a page; everything inserted into its markup is escaped. */
export type Html = ReturnType<typeof html>;

/**
 * Keeps times and dates on one line: '9 AM – 12 PM', 'Nov 28'. A line may break after a dash even before a no-break
 * space; a word joiner prevents that.
 */
export const unbroken = (text: string): string =>
  text
    .replace(/(\d) ([AP]M)\b/g, "$1\u00a0$2")
    .replace(/(\d|\u00a0[AP]M) – (?=\d)/g, "$1\u00a0–\u2060\u00a0")
    .replace(/\b([A-Z][a-z]{2}) (\d{1,2}),/g, "$1\u00a0$2,");
