/** How many second organizers somebody asks in one day at most: each of them gets a mail. */
export const asksPerDay = 10;
/** How many are listed of those that wait, and of those that were answered: the latest ones. */
export const listedMax = 200;
