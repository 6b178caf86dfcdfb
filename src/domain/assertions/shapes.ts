import { z } from "zod";
import { EmailAddress } from "../values/shapes.ts";
import { rule } from "../shapes.ts";
import { listedMax } from "./rules.ts";

const moment = z.iso.datetime();

/** The address of the organizer whom a volunteer asks to assert hours at their own event. */
export const AssertionInput = z.object({ email: EmailAddress });
export type AssertionInput = z.infer<typeof AssertionInput>;

/** A second organizer's answer, or its withdrawal. */
export const AssertionAnswer = z.object({
  answer: z.enum(["asserted", "declined", "taken_back"], { error: rule("rule.answer") }),
});
export type AssertionAnswer = z.infer<typeof AssertionAnswer>;

/** Another member's hours, which a second organizer is asked about or has asserted. */
export const Assertion = z.object({
  _id: z.uuid(),
  eventId: z.uuid(),
  asker: z.string().describe("The name of the member with these hours"),
  title: z.string(),
  eventDate: moment,
  timeZone: z.string(),
  hours: z.number(),
  isThere: z.boolean().describe("True if the event still has a page"),
  askedAt: moment,
  until: moment.describe("The last moment to answer, or to withdraw"),
  assertedAt: moment.nullable(),
});
export type Assertion = z.infer<typeof Assertion>;

export const Assertions = z.object({
  waiting: z.array(Assertion).describe(`The questions to you, the latest first; ${listedMax} at most`),
  given: z.array(Assertion).describe(`Your assertions, the latest first; ${listedMax} at most`),
});
export type Assertions = z.infer<typeof Assertions>;
