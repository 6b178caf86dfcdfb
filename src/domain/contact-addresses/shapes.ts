import { z } from "zod";
import { EmailAddress } from "../values/shapes.ts";
import { rule } from "../shapes.ts";

/** The address shown with a member's events instead of their account's, and one that waits to be confirmed. */
export const ContactAddress = z.object({
  inUse: z.string().nullable().describe("Null: your account's own address is shown with your events"),
  waiting: z.string().nullable().describe("It replaces the other one once the mailed link is opened"),
});
export type ContactAddress = z.infer<typeof ContactAddress>;

/** The address that a member wants to show with their events. */
export const ContactAddressInput = z.object({ email: EmailAddress });
export type ContactAddressInput = z.infer<typeof ContactAddressInput>;

/** The token of the mailed link. */
export const ContactAddressLink = z.object({
  token: z.string({ error: rule("failure.link_broken") }).max(600, rule("failure.link_broken")),
});
export type ContactAddressLink = z.infer<typeof ContactAddressLink>;
