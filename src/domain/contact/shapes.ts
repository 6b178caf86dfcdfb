import { z } from "zod";
import { nameMax } from "../members/rules.ts";
import { EmailAddress } from "../members/shapes.ts";
import { messageMax } from "../rules.ts";
import { Acknowledged, line, text } from "../shapes.ts";

/** A message to the people who run this site: specification 2 'Contact'. */
export const ContactInput = z.object({
  name: line({ required: "rule.name.required", max: nameMax, tooLong: "rule.name.too_long" }),
  email: EmailAddress,
  message: text({ required: "rule.message.required", max: messageMax, tooLong: "rule.message.too_long" }),
});
export type ContactInput = z.infer<typeof ContactInput>;

export const ContactAnswer = Acknowledged.extend({ insertedId: z.uuid() });
export type ContactAnswer = z.infer<typeof ContactAnswer>;
