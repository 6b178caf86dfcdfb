/** The number of organizers whom a member asks in one day; each of them gets a mail. */
export const asksPerDay = 10;
/** The number of waiting and of answered questions listed, the latest ones. */
export const listedMax = 200;
