import { z } from "zod";
import { isDay } from "../events/rules.ts";
import { rule } from "../shapes.ts";
import { countMax, countMin, everies, isLocalTime, leftOutMax, positions, type Recurrence, weekdays } from "./rules.ts";

/** A day of the calendar, such as the last one of a series. */
export const LocalDate = z
  .string({ error: rule("rule.repeat.date") })
  .refine(isDay, { error: rule("rule.repeat.date") })
  .describe("A day, as YYYY-MM-DD");

/** A time on the clocks of a series' zone: the name of one of its dates. */
export const LocalTime = z
  .string({ error: rule("rule.repeat.local_time") })
  .refine(isLocalTime, { error: rule("rule.repeat.local_time") })
  .describe("A time on the clocks of the series' zone, as YYYY-MM-DDTHH:MM");

const error = rule("rule.repeat.weekdays");
const weekday = z.literal(weekdays, { error });

/** The rule of a series as a request has it. `startProblem` checks it against the first date. */
export const RecurrenceInput = z
  .object({
    every: z
      .enum(everies, { error: rule("rule.repeat.every") })
      .describe("month-day: on the first date's day of the month; month-weekday: on its weekday, in one week of it"),
    weekdays: z
      .array(weekday, { error })
      .min(1, { error })
      .max(weekdays.length, { error })
      .transform((days) => weekdays.filter((day) => days.includes(day)))
      .optional()
      .describe("The days of the week, 1 (Monday) to 7 (Sunday); only with week and two-weeks"),
    position: z
      .literal(positions, { error: rule("rule.repeat.position") })
      .optional()
      .describe("The week of the month, 1 to 4, or -1 for the last one; only with month-weekday"),
    until: LocalDate.nullable().default(null).describe("The last day, which is included; at most 10 years ahead"),
    count: z
      .int({ error: rule("rule.repeat.count") })
      .min(countMin, { error: rule("rule.repeat.count") })
      .max(countMax, { error: rule("rule.repeat.count") })
      .nullable()
      .default(null)
      .describe(`The number of dates, ${countMin} to ${countMax}, those left out included`),
  })
  .transform(({ every, weekdays: days, position, until, count }, issues): Recurrence => {
    const refuse = (field: string, message: string) => {
      issues.issues.push({ code: "custom", input: every, path: [field], message });
      return z.NEVER;
    };
    if (until !== null && count !== null) return refuse("count", rule("rule.repeat.one_end"));
    const end = { until, count };
    if (every === "month-day") return { every, ...end };
    if (every === "month-weekday")
      return position === undefined ? refuse("position", rule("rule.repeat.position")) : { every, position, ...end };
    return days === undefined ? refuse("weekdays", error) : { every, weekdays: days, ...end };
  });

/** The days on which a series does not take place, such as holidays: each once, in order. */
export const LeftOut = z
  .array(LocalDate, { error: rule("rule.repeat.left_out") })
  .max(leftOutMax, { error: rule("rule.repeat.left_out") })
  .transform((days) => [...new Set(days)].toSorted())
  .describe(`The days that are left out, at most ${leftOutMax}`);
