import { wallClockIn } from "../events/rules.ts";

/** The columns of an event that an occurrence gets from its series. */
export const templateColumns = [
  "title",
  "event_type",
  "location",
  "latitude",
  "longitude",
  "is_exact",
  "town_id",
  "sphere",
  "time_zone",
  "max_participant",
  "hold_hours",
  "thumbnail_url",
  "description",
  "what_to_bring",
  "effort",
  "children_welcome",
  "step_free",
  "languages",
  "provided",
  "asks_phone",
] as const;
export type TemplateColumn = (typeof templateColumns)[number];

/** The number of days for which occurrences are made ahead: a quarter of a year, as groups plan. */
export const daysAhead = 84;

/** The maximum number of occurrences that are made at a time. */
export const datesAtOnce = 100;

/** The maximum number of series of an organizer that have not ended. */
export const seriesMax = 50;

/** The shortest and the longest occurrence, in minutes: a date ends before the next one begins. */
export const minutesMin = 15;
export const minutesMax = 24 * 60;

/** The maximum distance, in days, over which people are moved when their date falls out. */
export const moveDays = 3;

/** The maximum number of dates that a series' page lists. */
export const datesMax = 100;

/** The maximum number of dates that a member joins or leaves at a time: their events are locked together. */
export const joinMax = 20;

/** A coming date of a series, as a page shows it. `left` is 0 if a newcomer would wait, and null without a limit. */
export type ComingDate = {
  eventId: string;
  eventDate: string;
  timeZone: string;
  isCanceled: boolean;
  left: number | null;
};

/** The number of dates that an event's page shows beside the link to all of them. */
export const chipsMax = 3;

/** The dates on an event's page, and the number of the others. */
export type ShownDates = { dates: ComingDate[]; more: number };

/** The dates of a series for the page of one of them. */
export type PageDates = ShownDates & {
  seriesId: string;
  /** The rule in words, without its end: 'Every Tuesday, 6 PM'. */
  repeats: string;
  /** The date to go to if the shown one can no longer be joined: the next with room; null if there is none. */
  next: ComingDate | null;
};

/** The first dates of a series; a later date whose page is shown takes the place of the last of them. */
export function shownDates(coming: readonly ComingDate[], shownId: string): ShownDates {
  const first = coming.slice(0, chipsMax);
  const shown = coming.slice(chipsMax).find(({ eventId }) => eventId === shownId);
  const dates = shown ? [...first.slice(0, -1), shown] : first;
  return { dates, more: coming.length - dates.length };
}

/** True if a newcomer gets a spot on a date. */
export const withRoom = ({ left, isCanceled }: Pick<ComingDate, "left" | "isCanceled">): boolean =>
  !isCanceled && left !== 0;

/** A line of a list of dates: a date, or a day ('2026-12-29') on which the series does not take place. */
export type DateLine<One> = { date: One } | { leftOut: string };

/** The dates of a series with the days between them that are left out, in their order. */
export function linesOf<One extends Pick<ComingDate, "eventDate" | "timeZone">>(
  dates: readonly One[],
  leftOut: readonly string[],
): DateLine<One>[] {
  const lines: DateLine<One>[] = [];
  const days = [...leftOut];
  for (const date of dates) {
    const { date: day } = wallClockIn(new Date(date.eventDate), date.timeZone);
    while (days[0] !== undefined && days[0] < day) lines.push({ leftOut: days.shift() ?? "" });
    lines.push({ date });
  }
  return lines;
}
