import { z } from "zod";
import { EmailAddress } from "../members/shapes.ts";

/** To whom an event is offered. */
export const OfferInput = z.object({ email: EmailAddress });
export type OfferInput = z.infer<typeof OfferInput>;

/** What the member who asks may know of an offer: the organiser to whom it is made, anybody else whether to them. */
export const Offer = z.object({ offeredTo: z.string().nullable(), toMe: z.boolean() });
export type Offer = z.infer<typeof Offer>;

export const OfferAnswer = z.object({ acknowledged: z.literal(true) });
export type OfferAnswer = z.infer<typeof OfferAnswer>;
