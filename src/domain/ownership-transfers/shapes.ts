import { z } from "zod";
import { namedId } from "../shapes.ts";
import { EmailAddress } from "../values/shapes.ts";

/** The recipient of an offer: an address, or one of the organizers by their id. */
export const TransferInput = z.union([z.object({ email: EmailAddress }), z.object({ memberId: namedId() })]);
export type TransferInput = z.infer<typeof TransferInput>;

/**
 * The part of an offer that the calling member may know: the organizer sees its recipient, others only whether it is
 * made to them.
 */
export const OwnershipTransfer = z.object({ offeredTo: z.string().nullable(), toMe: z.boolean() });
export type OwnershipTransfer = z.infer<typeof OwnershipTransfer>;
