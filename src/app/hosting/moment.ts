const format = new Intl.DateTimeFormat("en-US", {
  weekday: "short",
  month: "short",
  day: "numeric",
  year: "numeric",
  hour: "numeric",
  minute: "2-digit",
});
const dayFormat = new Intl.DateTimeFormat("en-US", { dateStyle: "medium" });

/** A time in the host's own time zone: 'Sat, Nov 28, 2026, 9:30 AM'. */
export const momentOf = (moment: string): string => format.format(new Date(moment));

/** A day too long ago for its weekday to matter: 'Nov 28, 2026'. */
export const dayOf = (moment: string): string => dayFormat.format(new Date(moment));
