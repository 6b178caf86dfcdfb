import { z } from "zod";
import { Event } from "../events/shapes.ts";
import { EventChanges, EventInput, EventUpdated } from "../organizing/shapes.ts";
import { State } from "../registrations/shapes.ts";
import { noteMax } from "../organizing/rules.ts";
import { reasonMax } from "../events/rules.ts";
import { leftOutMax } from "../recurrence/rules.ts";
import { LocalDate, LocalTime, RecurrenceInput } from "../recurrence/shapes.ts";
import { Acknowledged, line, namedId, rule, text } from "../shapes.ts";
import { datesAtOnce, joinMax, minutesMax, minutesMin } from "./rules.ts";

const leftOut = z
  .array(LocalDate)
  .max(leftOutMax, { error: rule("rule.repeat.left_out") })
  .transform((days) => [...new Set(days)].toSorted())
  .describe("Days on which it does not take place; they count, as EXDATE of RFC 5545 does");

/** The input for a new series: its first date as for one event, and how it repeats. */
export const SeriesInput = z.object({
  event: EventInput.omit({ copiedFrom: true }).describe("The first date; the others have the same time and length"),
  repeats: RecurrenceInput,
  leftOut: leftOut.default([]),
});
export type SeriesInput = z.infer<typeof SeriesInput>;
export type SeriesInputJson = z.input<typeof SeriesInput>;

export const SeriesCreated = Acknowledged.extend({
  seriesId: z.uuid(),
  insertedId: z.uuid().describe("The event that is its first date"),
  dates: z.int().describe("The number of dates that exist now; later ones are made ahead of time"),
  status: z.enum(["active", "draft", "unapproved"]).describe("As for one event"),
});
export type SeriesCreated = z.infer<typeof SeriesCreated>;

/** The choices for a date with people that no longer fits the rule. */
export const misfitChoices = ["keep", "cancel", "move"] as const;
export type MisfitChoice = (typeof misfitChoices)[number];

const misfits = z
  .record(z.uuid(), z.enum(misfitChoices, { error: rule("rule.series.misfit") }))
  .refine((chosen) => Object.keys(chosen).length <= datesAtOnce, { error: rule("rule.series.misfit") })
  .describe("By the ids of events: keep the date, cancel it, or move it to the nearest new date");

/** The changes to a series; missing fields stay. */
export const SeriesChanges = EventChanges.omit({ eventDate: true, eventEnd: true }).extend({
  startTime: z
    .string({ error: rule("rule.series.time") })
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: rule("rule.series.time") })
    .optional()
    .describe("The time at which each date begins, as HH:MM on the clocks of its zone"),
  minutes: z
    .int({ error: rule("rule.series.minutes") })
    .min(minutesMin, { error: rule("rule.series.minutes") })
    .max(minutesMax, { error: rule("rule.series.minutes") })
    .optional()
    .describe("The length of each date"),
});
export type SeriesChanges = z.infer<typeof SeriesChanges>;

const reason = text({ max: reasonMax, tooLong: "rule.reason.too_long" });

export const SeriesUpdate = z.object({
  from: namedId().optional().describe("The event from which on the dates change; without it, all that are to come"),
  changes: SeriesChanges.default({}),
  repeats: RecurrenceInput.optional().describe("The new rule; without it, the rule stays"),
  first: LocalDate.optional().describe("The first day of the new rule; needed with `repeats`"),
  misfits: misfits.default({}),
  reason: reason.optional().describe("The reason for dates that are canceled; needed if there are any"),
  tell: z
    .boolean({ error: rule("rule.tell") })
    .default(true)
    .describe("False corrects a typo without a mail about changed words; as for one event"),
  note: line({ max: noteMax, tooLong: "rule.note.too_long" }).optional().describe("Your own note in the mail"),
});
export type SeriesUpdate = z.infer<typeof SeriesUpdate>;
export type SeriesUpdateJson = z.input<typeof SeriesUpdate>;

export const SeriesUpdated = Acknowledged.extend({
  changed: z.int().describe("The number of dates that changed"),
  canceled: z.int(),
  made: z.int().describe("The number of new dates"),
  told: z.int().describe("The number of people who get a mail"),
  status: EventUpdated.shape.status,
});
export type SeriesUpdated = z.infer<typeof SeriesUpdated>;

/** The consequences of a change, before it is made. */
export const SeriesPreview = z.object({
  changed: z.int(),
  told: z.int().describe("The number of people who would get a mail"),
  kept: z
    .array(z.object({ eventId: z.uuid(), start: z.string(), fields: z.array(z.string()) }))
    .describe("The dates with fields that were changed for them alone, which stay"),
  misfits: z
    .array(
      z.object({
        eventId: z.uuid(),
        start: z.string().describe("Its local start"),
        people: z.int(),
        nearest: z.string().nullable().describe("The nearest new date within three days; null without one"),
      }),
    )
    .describe("The dates with people that no longer fit; the others go silently"),
});
export type SeriesPreview = z.infer<typeof SeriesPreview>;

export const SeriesEnd = z.object({
  last: LocalDate.optional().describe("The last day that stays; without it, no coming date stays"),
  reason: reason.optional().describe("The reason for dates with people that are canceled; needed if there are any"),
});
export type SeriesEnd = z.infer<typeof SeriesEnd>;

export const SeriesEnded = Acknowledged.extend({
  canceled: z.int().describe("The number of dates with people, which were canceled"),
  removed: z.int().describe("The number of dates without people, which are gone"),
  told: z.int(),
});
export type SeriesEnded = z.infer<typeof SeriesEnded>;

/** A series and its dates that are not over. */
export const Series = z.object({
  _id: z.uuid(),
  rule: z.string().describe("The rule of its dates (RFC 5545, RRULE), on the clocks of its zone"),
  anchor: LocalTime.describe("The local start from which the rule counts"),
  timeZone: z.string(),
  minutes: z.int().describe("The length of each date"),
  isOver: z.boolean().describe("True once it was ended: no more dates are made"),
  leftOut: z.array(z.string()).describe("The coming days on which it does not take place"),
  dates: z.array(
    Event.pick({ eventDate: true, eventEnd: true, timeZone: true, capacity: true, participant: true }).extend({
      ...Event.pick({ waitlisted: true, held: true, passed: true }).shape,
      eventId: z.uuid(),
      start: z.string().describe("Its original local start, by which the series knows it"),
      isCanceled: z.boolean(),
    }),
  ),
});
export type Series = z.infer<typeof Series>;

const someDates = z.object({
  eventIds: z
    .array(namedId())
    .min(1, { error: rule("rule.series.no_dates") })
    .max(joinMax, { error: rule("rule.series.many_dates") })
    .transform((ids) => [...new Set(ids)])
    .describe(`The dates, by the ids of their events: at most ${joinMax}`),
});

/** The dates of a series that a member wants to join. */
export const DatesJoin = someDates;
export type DatesJoin = z.infer<typeof DatesJoin>;

/** The dates of a series that a member leaves. */
export const DatesLeave = someDates;
export type DatesLeave = z.infer<typeof DatesLeave>;

/** The result for each date: registered now or before, or refused. */
export const DatesJoined = Acknowledged.extend({
  dates: z.array(
    z.object({
      eventId: z.uuid(),
      state: State.nullable().describe("Null if it was refused"),
      position: z.int().min(1).nullable().describe("The position on the waitlist"),
      refused: z
        .enum(["event_over", "event_cancelled", "under_review", "cannot_join"])
        .nullable()
        .describe("The reason why this date could not be joined"),
    }),
  ),
});
export type DatesJoined = z.infer<typeof DatesJoined>;

export const DatesLeft = Acknowledged.extend({
  left: z.int().describe("The number of dates of which the registration ended; without one, nothing changes"),
});
export type DatesLeft = z.infer<typeof DatesLeft>;

/** The caller's own side of the coming dates of a series; dates about which there is nothing to say are left out. */
export const OwnDates = z.object({
  dates: z.array(
    z.object({
      eventId: z.uuid(),
      state: State.nullable(),
      meanwhile: z
        .object({ eventId: z.uuid(), title: z.string(), eventDate: z.iso.datetime(), eventEnd: z.iso.datetime() })
        .nullable()
        .describe("The first other event at the same time that you have joined; you may join both"),
    }),
  ),
});
export type OwnDates = z.infer<typeof OwnDates>;
