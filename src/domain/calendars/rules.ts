/** How long past events stay in a member's own calendar, in milliseconds. */
export const keptFor = 30 * 86_400_000;

/** The address of a member's own calendar below our own. */
export const calendarPath = (secret: string) => `/api/calendars/${secret}.ics`;
