/** The time and zone of every picture, so that it changes only with its screen. */
export const moment = new Date("2026-05-12T09:30:00+01:00");
export const place = "Europe/Lisbon";
