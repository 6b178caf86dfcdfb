const format = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short" });

/** A moment as a host reads it, in their own time zone: 'Nov 28, 2026, 9:30 AM'. */
export const momentOf = (moment: string): string => format.format(new Date(moment));
