const format = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short" });
const dayFormat = new Intl.DateTimeFormat("en-US", { dateStyle: "medium" });

/** A moment as a host reads it, in their own time zone: 'Nov 28, 2026, 9:30 AM'. */
export const momentOf = (moment: string): string => format.format(new Date(moment));

/** The same without its time. */
export const dayOf = (moment: string): string => dayFormat.format(new Date(moment));
