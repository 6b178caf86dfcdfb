import { z } from "zod";
import { messageMax } from "../rules.ts";
import { Acknowledged, text } from "../shapes.ts";
import { EmailAddress, personName } from "../values/shapes.ts";

/** A message to the hosts of this site: specification 2 'Contact'. */
export const ContactInput = z.object({
  name: personName({ required: "rule.name.required" }),
  email: EmailAddress,
  message: text({ required: "rule.message.required", max: messageMax, tooLong: "rule.message.too_long" }),
});
export type ContactInput = z.infer<typeof ContactInput>;

export const ContactAnswer = Acknowledged.extend({ insertedId: z.uuid() });
export type ContactAnswer = z.infer<typeof ContactAnswer>;
