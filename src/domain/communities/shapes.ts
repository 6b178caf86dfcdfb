import { z } from "zod";
import { Acknowledged, cursor, limit, line, rule, text } from "../shapes.ts";
import { hostReason } from "../hosting/shapes.ts";
import { EmailAddress, optionalWebAddress, ownEmail, pictureAddress } from "../values/shapes.ts";
import { communityTitleMax, communityWordsMax, postMax } from "./rules.ts";

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
  slug: z.string().describe("The last part of the address of its page, `/community/{slug}`"),
});
export type Community = z.infer<typeof Community>;

/** The page of the list of communities. */
export const CommunityFilter = z.object({ limit, cursor });
export type CommunityFilter = z.infer<typeof CommunityFilter>;

/** The community to join or leave: specification 7 `PATCH /joinCommunity`. */
export const CommunityChoice = z.object({ communityId: text({ required: "failure.not_found" }), email: ownEmail });
export type CommunityChoice = z.infer<typeof CommunityChoice>;

/** `modifiedCount` is 0 for people who were members already, or not members. */
export const MembershipChanged = Acknowledged.extend({
  modifiedCount: z.int(),
  waits: z.literal(true).optional().describe("True if an organizer says yes first"),
});
export type MembershipChanged = z.infer<typeof MembershipChanged>;

const title = line({
  required: "rule.community.title.required",
  max: communityTitleMax,
  tooLong: "rule.community.title.too_long",
});
const description = text({
  required: "rule.community.description.required",
  max: communityWordsMax,
  tooLong: "rule.community.description.too_long",
});
const picture = pictureAddress(undefined, "rule.thumbnail_url.url").transform((value) => value || null);

/** A new community. */
export const CommunityInput = z.object({ title, description, image: picture.optional() });
export type CommunityInput = z.infer<typeof CommunityInput>;

/** `slug` is the last part of the new community's address. */
export const CommunityFounded = Acknowledged.extend({
  insertedId: z.uuid(),
  slug: z.string(),
  status: z.enum(["active", "unapproved"]).describe("`unapproved` waits for a host, and others do not see it"),
});
export type CommunityFounded = z.infer<typeof CommunityFounded>;

const yesOrNo = z.boolean({ error: rule("rule.yes_or_no") });

/** The parts of a community to change; the others stay. */
export const CommunityUpdate = z.object({
  title: title.optional(),
  description: description.optional(),
  image: picture.optional(),
  asksFirst: yesOrNo.optional().describe("True if an organizer says yes before somebody is a member"),
  isUnlisted: yesOrNo.optional().describe("True if only people with its link find it"),
});
export type CommunityUpdate = z.infer<typeof CommunityUpdate>;

/** `status` is there if listed words hide it until a host has seen it. */
export const CommunityUpdated = Acknowledged.extend({ status: z.literal("under_review").optional() });
export type CommunityUpdated = z.infer<typeof CommunityUpdated>;

/** An address at which a community can be reached. */
export const CommunityAddressInput = z.object({ email: EmailAddress });
export type CommunityAddressInput = z.infer<typeof CommunityAddressInput>;

/** The token of the mailed link. */
export const CommunityAddressLink = z.object({
  token: z.string({ error: rule("failure.link_broken") }).max(800, rule("failure.link_broken")),
});
export type CommunityAddressLink = z.infer<typeof CommunityAddressLink>;

/** The address in use, and one that waits to be confirmed. */
export const CommunityAddress = z.object({ inUse: z.string().nullable(), waiting: z.string().nullable() });
export type CommunityAddress = z.infer<typeof CommunityAddress>;

/** A member's own choices in a community. */
export const MembershipInput = z.object({
  hears: yesOrNo.optional().describe("True if you want mails about its events and news"),
  isShown: yesOrNo.optional().describe("True if its page shows your first name and your picture"),
});
export type MembershipInput = z.infer<typeof MembershipInput>;

/** The caller's place in a community, and what only its organizers read. */
export const OwnPlace = z.object({
  member: z.boolean(),
  waiting: z.boolean().describe("True if you have asked to join, and nobody has answered"),
  hears: z.boolean().nullable().describe("Null if you were never asked"),
  isShown: z.boolean(),
  role: z.enum(["owner", "organizer"]).nullable(),
});
export type OwnPlace = z.infer<typeof OwnPlace>;

/** A community as its organizers see it. */
export const RunCommunity = z.object({
  _id: z.uuid(),
  slug: z.string(),
  title: z.string(),
  description: z.string(),
  image: z.string().nullable(),
  asksFirst: z.boolean(),
  isUnlisted: z.boolean(),
  isHidden: z.boolean().describe("True while a host has not approved it, or hides it"),
  contact: CommunityAddress,
  requests: z.int().describe("The number of people who ask to join"),
  role: z.enum(["owner", "organizer"]),
});
export type RunCommunity = z.infer<typeof RunCommunity>;

/** A request to join. */
export const MembershipRequest = z.object({
  memberId: z.uuid(),
  name: z.string(),
  photo: z.string().nullable(),
  askedAt: z.iso.datetime(),
});
export type MembershipRequest = z.infer<typeof MembershipRequest>;

/** An organizer's answer to a request. */
export const RequestAnswer = z.object({ accept: yesOrNo });
export type RequestAnswer = z.infer<typeof RequestAnswer>;

/** A new post. */
export const PostInput = z.object({
  text: text({ required: "rule.post.required", max: postMax, tooLong: "rule.post.too_long" }),
  link: optionalWebAddress("rule.post.link")
    .transform((value) => value || null)
    .optional(),
  picture: picture.optional(),
});
export type PostInput = z.infer<typeof PostInput>;

/** `isMailed` is false if others of today were mailed already. */
export const PostMade = Acknowledged.extend({
  insertedId: z.uuid(),
  isMailed: z.boolean(),
  status: z.enum(["active", "unapproved"]),
});
export type PostMade = z.infer<typeof PostMade>;

/** News of a community. The author is null once their account is deleted. */
export const Post = z.object({
  _id: z.uuid(),
  text: z.string(),
  link: z.string().nullable(),
  picture: z.string().nullable(),
  postedAt: z.iso.datetime(),
  author: z.string().nullable(),
  authorPhoto: z.string().nullable(),
});
export type Post = z.infer<typeof Post>;

/** A page of posts. */
export const PostFilter = z.object({ limit, cursor });
export type PostFilter = z.infer<typeof PostFilter>;

/** The account that a host makes owner of a community, and why. */
export const OwnerNamed = z.object({
  email: EmailAddress,
  reason: hostReason,
});
export type OwnerNamed = z.infer<typeof OwnerNamed>;
