import { z } from "zod";
import { Acknowledged, text } from "../shapes.ts";
import { ownEmail } from "../values/shapes.ts";

/**
 * A community in the API: specification 3 'Community'. `joinedMembers` only ever holds the caller's own e-mail, if the
 * caller is a member; `member` is the number of members. `id` repeats `_id`, because the specification asks for it.
 */
export const Community = z.object({
  _id: z.uuid(),
  id: z.uuid(),
  title: z.string(),
  image: z.string().nullable(),
  description: z.string(),
  member: z.int().describe("The number of its members"),
  joinedMembers: z.array(z.string()).max(1).describe("Your own e-mail, if you are a member"),
});
export type Community = z.infer<typeof Community>;

/** The community to join or leave: specification 7 `PATCH /joinCommunity`. */
export const CommunityChoice = z.object({ communityId: text({ required: "failure.not_found" }), email: ownEmail });
export type CommunityChoice = z.infer<typeof CommunityChoice>;

/** `modifiedCount` is 0 for people who were members already, or not members. */
export const MembershipChanged = Acknowledged.extend({ modifiedCount: z.int() });
export type MembershipChanged = z.infer<typeof MembershipChanged>;
