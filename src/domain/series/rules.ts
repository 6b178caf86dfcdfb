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

/** The choices for a date with people that no longer fits the rule. */
export const misfitChoices = ["keep", "cancel", "move"] as const;
export type MisfitChoice = (typeof misfitChoices)[number];
