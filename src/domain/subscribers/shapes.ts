import { z } from "zod";
import { EmailAddress } from "../members/shapes.ts";

/** Who wants the newsletter: specification 7 `POST /subscribe`. */
export const SubscribeInput = z.object({ email: EmailAddress });
export type SubscribeInput = z.infer<typeof SubscribeInput>;

/** `insertedId` is the address itself, which is the subscriber's key, so that it never tells who subscribed before. */
export const Subscribed = z.object({ acknowledged: z.literal(true), insertedId: z.string() });
export type Subscribed = z.infer<typeof Subscribed>;
