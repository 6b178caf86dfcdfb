import { weekdayOf } from "#domain/events/rules.ts";
import type { Timing } from "#domain/follows/rules.ts";
import { say } from "#messages/follows-done.ts";

/** When the mails about what one follows come, as one has set it, in a sentence. */
export const whenTold = ({ pace, weekday }: Pick<Timing, "pace" | "weekday">): string =>
  say(`follows.when.${pace}`, { weekday: weekdayName(weekday) });

/** 'Monday' for 1; the first of January 2024 was one. */
export const weekdayName = (weekday: number): string => weekdayOf(`2024-01-0${weekday}`);
