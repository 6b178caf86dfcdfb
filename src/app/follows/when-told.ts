import { weekdayOf } from "#domain/events/rules.ts";
import type { Timing } from "#domain/follows/rules.ts";
import { say } from "#messages/say.ts";

/** The times of follow mails, as the reader has set them, in a sentence. */
export const whenTold = ({ pace, weekday }: Pick<Timing, "pace" | "weekday">): string =>
  say(`follows.when.${pace}`, { weekday: weekdayName(weekday) });

/** The name of a weekday: 'Monday' for 1, as the first of January 2024 was a Monday. */
export const weekdayName = (weekday: number): string => weekdayOf(`2024-01-0${weekday}`);
