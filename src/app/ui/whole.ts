/** Holds the words of a short text together on a line: a figure with what it counts, a day with its year. */
export const whole = (text: string): string => text.replaceAll(" ", "\u00a0");

/** 'Nov 21, 2026', on the clock of a place: without the weekday, which nobody asks for years later. */
export const dayIn = (moment: string, timeZone: string): string =>
  whole(new Date(moment).toLocaleDateString("en-US", { timeZone, dateStyle: "medium" }));
