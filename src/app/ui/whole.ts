import { localeNow } from "#messages/say.ts";

/** Keeps the words of a short text on one line: a figure with its unit, a day with its year. */
export const whole = (text: string): string => text.replaceAll(" ", "\u00a0");

/** A date such as 'Nov 21, 2026' in a time zone, without the weekday, which does not matter years later. */
export const dayIn = (moment: string, timeZone: string): string =>
  whole(new Date(moment).toLocaleDateString(localeNow(), { timeZone, dateStyle: "medium" }));
