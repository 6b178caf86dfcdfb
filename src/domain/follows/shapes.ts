import { z } from "zod";
import { Acknowledged, rule, text } from "../shapes.ts";
import { isTimeZone } from "../time-zones/rules.ts";
import { abouts, filterMax, followable, paces } from "./rules.ts";

const timeZone = text({ max: 100, tooLong: "rule.time_zone.unknown" }).refine(isTimeZone, {
  error: rule("rule.time_zone.unknown"),
});

/** The target of a follow: an id, or a filter as the list's address has it. */
export const FollowInput = z
  .object({
    about: z.enum(followable, { error: rule("rule.follow.about") }),
    id: text({ max: 100, tooLong: "failure.not_found" }).optional().describe("The id of the organizer or event"),
    filter: text({ max: filterMax, tooLong: "rule.follow.filter" })
      .optional()
      .describe("For `filter`: the query of the list's address, such as `category=food`; '' is every event"),
    timeZone: timeZone.optional().describe("The zone for the times of mails; IANA name"),
  })
  .refine(({ about, id, filter }) => (about === "filter" ? filter !== undefined : id !== undefined), {
    error: rule("rule.follow.what"),
    path: ["about"],
  });
export type FollowInput = z.infer<typeof FollowInput>;

/** A follow of an address. */
export const Follow = z.object({
  _id: z.uuid(),
  about: z.enum(abouts),
  id: z.uuid().nullable().describe("The id of the organizer, community or event; null for a filter"),
  filter: z.string().nullable().describe("The query of the list's address; null for other kinds"),
  name: z.string().describe("The name in words"),
  isConfirmed: z.boolean().describe("True if the reader of the address has confirmed it"),
});
export type Follow = z.infer<typeof Follow>;

/** The pace and the times of mails. */
export const TimingInput = z.object({
  pace: z.enum(paces, { error: rule("rule.pace") }),
  weekday: z
    .int({ error: rule("rule.weekday") })
    .min(1, rule("rule.weekday"))
    .max(7, rule("rule.weekday")),
  hour: z
    .int({ error: rule("rule.hour") })
    .min(0, rule("rule.hour"))
    .max(23, rule("rule.hour")),
  timeZone,
});
export type TimingInput = z.infer<typeof TimingInput>;

/** The follows of an address, and the times of its mails. */
export const Following = z.object({
  email: z.string(),
  isConfirmed: z.boolean().describe("True if the address is confirmed; no mails are sent before"),
  pace: z.enum(paces),
  weekday: z.int().describe("1 is Monday; for weekly and monthly mails"),
  hour: z.int().describe("0 to 23, by the clocks of the zone"),
  timeZone: z.string(),
  follows: z.array(Follow),
});
export type Following = z.infer<typeof Following>;

/** `insertedId` is the id of the new follow, or of the existing one. */
export const FollowBegun = Acknowledged.extend({ insertedId: z.uuid() });
export type FollowBegun = z.infer<typeof FollowBegun>;

/** `modifiedCount` is 0 if nothing changed. */
export const FollowEnded = Acknowledged.extend({ modifiedCount: z.int() });
export type FollowEnded = z.infer<typeof FollowEnded>;
