import { z } from "zod";
import { LinkedRegistration } from "../registrations/shapes.ts";
import { Acknowledged, rule, text } from "../shapes.ts";
import { parts, wordsMax } from "./rules.ts";

/** The people who can be told of an event, for its organizer. */
export const Tellable = z.object({
  source: z
    .object({
      eventId: z.uuid(),
      title: z.string(),
      eventDate: z.iso.datetime(),
      timeZone: z.string(),
      isSaid: z.boolean().describe("Whether it is recorded who came; if not, those who had joined count"),
    })
    .nullable()
    .describe("The earlier event: the one that this was run again from, or your last one with people"),
  came: z.int().describe("The number of people who came to the earlier event, and can be told"),
  waited: z.int().describe("The number of people who waited for a spot there and got none, and can be told"),
  unwilling: z.int().describe("The number of further people who want no such mail"),
  left: z.int().nullable().describe("The number of people whom you can tell today; null without a limit"),
});
export type Tellable = z.infer<typeof Tellable>;

/** The people to tell, and the organizer's line for them. */
export const TellInput = z.object({
  parts: z
    .array(z.enum(parts, { error: rule("rule.tell.parts") }))
    .min(1, rule("rule.tell.nobody"))
    .max(parts.length, rule("rule.tell.parts"))
    .describe("`came` for the people who came to the earlier event, `waited` for those who got no spot there"),
  text: text({ required: "rule.tell.text", max: wordsMax, tooLong: "rule.tell.text.too_long" }).describe(
    "Your own line in the mail",
  ),
});
export type TellInput = z.infer<typeof TellInput>;

/** The mail as its first reader will get it. */
export const TellPreview = z.object({
  to: z.string().describe("The name of the person whose mail is shown"),
  replyTo: z.string().nullable().describe("The reply address; null without a confirmed address"),
  subject: z.string(),
  text: z.string(),
});
export type TellPreview = z.infer<typeof TellPreview>;

export const Told = Acknowledged.extend({ told: z.int().describe("The number of people who get the mail") });
export type Told = z.infer<typeof Told>;

/** The event behind the link of such a mail, and the reader's registration there. */
export const ToldEvent = LinkedRegistration.omit({ confirmed: true }).extend({
  spot: z.string().nullable().describe("The token of the reader's own link to their spot, once they have one"),
});
export type ToldEvent = z.infer<typeof ToldEvent>;
