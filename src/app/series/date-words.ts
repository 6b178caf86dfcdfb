import type { ComingDate } from "#domain/series/rules.ts";
import { textIn } from "#domain/time-zones/rules.ts";
import { say } from "#messages/say.ts";

/** The day of a date: 'Dec 1'. */
export const dayOf = ({ eventDate, timeZone }: Pick<ComingDate, "eventDate" | "timeZone">): string =>
  textIn(timeZone, "nearDate", new Date(eventDate));

/** The day of a date with its weekday: 'Tue, Dec 1'. */
export const weekdayOf = ({ eventDate, timeZone }: Pick<ComingDate, "eventDate" | "timeZone">): string =>
  textIn(timeZone, "dayOfMonth", new Date(eventDate));

/** The fact that decides whether the reader can come; nothing without a limit. */
export function leftOn({ isCanceled, left }: Pick<ComingDate, "isCanceled" | "left">): string {
  if (isCanceled) return say("series.dates.canceled");
  if (left === null) return "";
  return left === 0 ? say("series.dates.full") : say("series.dates.spots", { count: left });
}
