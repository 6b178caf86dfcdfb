/** When and where every picture is taken, so that it changes only when its screen does. */
export const moment = new Date("2026-05-12T09:30:00+01:00");
export const place = "Europe/Lisbon";
