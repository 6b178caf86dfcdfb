import { perLocale } from "#messages/say.ts";

const format = perLocale(
  (locale) =>
    new Intl.DateTimeFormat(locale, {
      weekday: "short",
      month: "short",
      day: "numeric",
      year: "numeric",
      hour: "numeric",
      minute: "2-digit",
    }),
);
const dayFormat = perLocale((locale) => new Intl.DateTimeFormat(locale, { dateStyle: "medium" }));

/** A time in the host's own time zone: 'Sat, Nov 28, 2026, 9:30 AM'. */
export const momentOf = (moment: string): string => format().format(new Date(moment));

/** A day too long ago for its weekday to matter: 'Nov 28, 2026'. */
export const dayOf = (moment: string): string => dayFormat().format(new Date(moment));
