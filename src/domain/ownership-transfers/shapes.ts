import { z } from "zod";
import { namedId, rule } from "../shapes.ts";
import { EmailAddress } from "../values/shapes.ts";

/** The recipient of an offer: an address, or one of the organizers by their id. */
export const TransferInput = z
  .object({ email: EmailAddress.optional(), memberId: namedId().optional() })
  .refine(({ email, memberId }) => (email === undefined) !== (memberId === undefined), {
    error: rule("rule.email.required"),
    path: ["email"],
  });
export type TransferInput = z.infer<typeof TransferInput>;

/** The community that an event is given to; null gives it back to the member who answers for it. */
export const GivingInput = z.object({ communityId: z.uuid({ error: rule("rule.community") }).nullable() });
export type GivingInput = z.infer<typeof GivingInput>;

/**
 * The part of an offer that the calling member may know: the organizer sees its recipient, others only whether it is
 * made to them.
 */
export const OwnershipTransfer = z.object({ offeredTo: z.string().nullable(), toMe: z.boolean() });
export type OwnershipTransfer = z.infer<typeof OwnershipTransfer>;
