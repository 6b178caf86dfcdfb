import { settledAfter } from "../outcomes/rules.ts";

const hour = 3_600_000;

/**
 * When people are reminded of an event, its organizer is asked what came of it, and that is settled where nobody says: each as a time from
 * its beginning, or from its end, in milliseconds, from `after` on, and after `until` no more, because a mail that an outage has held up
 * that long says nothing new.
 */
export const reminderTimes = {
  remind_day: { from: "event_date", after: -24 * hour, until: -12 * hour },
  remind_soon: { from: "event_date", after: -2 * hour, until: -hour / 2 },
  ask_outcome: { from: "event_end", after: 2 * hour, until: 48 * hour },
  settle_outcome: { from: "event_end", after: settledAfter, until: settledAfter + 48 * hour },
} as const;
export type ReminderKind = keyof typeof reminderTimes;
