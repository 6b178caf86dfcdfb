import { z } from "zod";
import { RoleOf } from "../rights/shapes.ts";
import { EmailAddress } from "../values/shapes.ts";

/** The recipient of an invitation; without an address, it is a link for one person. */
export const InvitationInput = z.object({ email: EmailAddress.optional() });
export type InvitationInput = z.infer<typeof InvitationInput>;

/** An open invitation, as organizers see it; `email` is null if it is a link. */
export const OpenInvitation = z.object({
  _id: z.string(),
  email: z.string().nullable(),
  invitedBy: z.string(),
  expiresAt: z.string(),
});
export type OpenInvitation = z.infer<typeof OpenInvitation>;

/** A new invitation. The address of a link is told only here; null if it is mailed. */
export const InvitationMade = z.object({
  acknowledged: z.literal(true),
  invitation: OpenInvitation,
  url: z.string().nullable(),
});
export type InvitationMade = z.infer<typeof InvitationMade>;

/**
 * A person of a team. `since` is null for the member who owns an event. `isHere` is false at an event for people whose
 * right is at its community.
 */
export const Organizer = z.object({
  _id: z.string(),
  name: z.string(),
  photo: z.string().nullable(),
  role: RoleOf,
  since: z.string().nullable(),
  isNamed: z.boolean(),
  isMe: z.boolean(),
  isHere: z.boolean(),
});
export type Organizer = z.infer<typeof Organizer>;

/** The organizers of an event or a community, with the caller's own role. */
export const Team = z.object({
  title: z.string(),
  role: RoleOf,
  people: z.array(Organizer),
  invitations: z.array(OpenInvitation),
});
export type Team = z.infer<typeof Team>;

/** An invitation as everyone with its link reads it. `isForAddress` is true if one account alone can accept it. */
export const Invitation = z.object({
  about: z.enum(["event", "community"]),
  aboutId: z.string(),
  title: z.string(),
  invitedBy: z.string(),
  isForAddress: z.boolean(),
  expiresAt: z.string(),
});
export type Invitation = z.infer<typeof Invitation>;

/** The answer that an invitation is accepted. */
export const InvitationAccepted = z.object({
  acknowledged: z.literal(true),
  about: z.enum(["event", "community"]),
  aboutId: z.string(),
});
export type InvitationAccepted = z.infer<typeof InvitationAccepted>;

/** The wish to be named on the page. */
export const NamedInput = z.object({ isNamed: z.boolean() });
export type NamedInput = z.infer<typeof NamedInput>;

/** The new role of an organizer of a community. */
export const RoleInput = z.object({ role: RoleOf });
export type RoleInput = z.infer<typeof RoleInput>;

/** A person who organizes an event with its organizer, and agrees to be named on its page. */
export const NamedOrganizer = z.object({ name: z.string(), photo: z.string().nullable() });
export type NamedOrganizer = z.infer<typeof NamedOrganizer>;
