/** The number of dates of a series for which a member registers before they can become a regular. */
export const datesBefore = 2;

/** The maximum number of series to which a member comes each time. */
export const regularsMax = 20;

/** The maximum number of people without an e-mail address who are regulars of one series: as on an event's list. */
export const withoutMailMax = 300;

/** The longest pause, in days. */
export const pauseMax = 366;

/** The hour of the weekly mail on Mondays, on the reader's clocks. */
export const mailTime = "09:00";
