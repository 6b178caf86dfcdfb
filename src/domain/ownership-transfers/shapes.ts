import { z } from "zod";
import { EmailAddress } from "../values/shapes.ts";

/** To whom an event is offered. */
export const TransferInput = z.object({ email: EmailAddress });
export type TransferInput = z.infer<typeof TransferInput>;

/** What the member who asks may know of an offer: the organizer to whom it is made, anybody else whether to them. */
export const OwnershipTransfer = z.object({ offeredTo: z.string().nullable(), toMe: z.boolean() });
export type OwnershipTransfer = z.infer<typeof OwnershipTransfer>;
