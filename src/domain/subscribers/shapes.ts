import { z } from "zod";
import { searchMax } from "../events/rules.ts";
import { FollowInput } from "../follows/shapes.ts";
import { EmailAddress } from "../values/shapes.ts";
import { Acknowledged, rule, text } from "../shapes.ts";

/** A subscription to the newsletter, or to something else to follow by mail: specification 7 `POST /subscribe`. */
export const SubscribeInput = z.object({
  email: EmailAddress,
  near: text({ max: searchMax, tooLong: "rule.near.too_long" })
    .default("")
    .describe("The town that the newsletter covers; everywhere by default"),
  follow: FollowInput.optional().describe("What to follow instead of the newsletter"),
});
export type SubscribeInput = z.input<typeof SubscribeInput>;

/**
 * `insertedId` is the address itself, which is the subscriber's key, so that it never reveals who subscribed before.
 */
export const Subscribed = Acknowledged.extend({ insertedId: z.string() });
export type Subscribed = z.infer<typeof Subscribed>;

/** The subscription behind a mail's link: the address, its state, and whether a follow waits for confirmation. */
export const Subscription = z.object({
  email: z.string(),
  state: z.enum(["none", "unconfirmed", "confirmed"]),
});
export type Subscription = z.infer<typeof Subscription>;

/** The member's choice to get the newsletter from now on, or not. */
export const OwnSubscription = z.object({ wanted: z.boolean({ error: rule("rule.wanted") }) });
export type OwnSubscription = z.infer<typeof OwnSubscription>;
