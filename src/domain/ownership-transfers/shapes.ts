import { z } from "zod";
import { EmailAddress } from "../values/shapes.ts";

/** The recipient of an offer. */
export const TransferInput = z.object({ email: EmailAddress });
export type TransferInput = z.infer<typeof TransferInput>;

/**
 * The part of an offer that the calling member may know: the organizer sees its recipient, others only whether it is
 * made to them.
 */
export const OwnershipTransfer = z.object({ offeredTo: z.string().nullable(), toMe: z.boolean() });
export type OwnershipTransfer = z.infer<typeof OwnershipTransfer>;
