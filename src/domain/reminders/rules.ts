import { settledAfter } from "../outcomes/rules.ts";

const hour = 3_600_000;

/**
 * The times of the mails that only the passing of time causes: reminders, the organizer's request for the outcome, and
 * its automatic settlement. Each is a time from the event's beginning or end, in milliseconds. A mail goes out from
 * `after` on, but not after `until`, because one that an outage has delayed that long says nothing new.
 */
export const reminderTimes = {
  remind_day: { from: "event_date", after: -24 * hour, until: -12 * hour },
  remind_soon: { from: "event_date", after: -2 * hour, until: -hour / 2 },
  ask_outcome: { from: "event_end", after: 2 * hour, until: 48 * hour },
  settle_outcome: { from: "event_end", after: settledAfter, until: settledAfter + 48 * hour },
} as const;
export type ReminderKind = keyof typeof reminderTimes;
