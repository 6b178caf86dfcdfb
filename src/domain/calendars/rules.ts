/** The time for which past events stay in a member's own calendar, in milliseconds. */
export const keptFor = 30 * 86_400_000;

/** The path of a member's own calendar on this site. */
export const calendarPath = (secret: string) => `/api/calendars/${secret}.ics`;
