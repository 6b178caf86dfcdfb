import { newId } from "#db/schema.server.ts";
import type { Member } from "#domain/members/shapes.ts";
import { invite } from "#domain/teams/inviting.ts";
import type { At } from "#domain/teams/places.ts";
import type { Make } from "./make.ts";

type Right = { memberId: string; role?: "owner" | "organizer"; until?: Date } & Partial<{
  eventId: string;
  communityId: string;
}>;

/** Gives a member a right at an event or a community. @returns its id */
export async function giveRight(make: Make, { memberId, eventId, communityId, role, until }: Right): Promise<string> {
  const id = newId();
  const at = { event_id: eventId ?? null, community_id: communityId ?? null };
  const given = {
    member_id: memberId,
    role: role ?? ("organizer" as const),
    given_at: new Date(),
    until: until ?? null,
  };
  await make.db
    .insertInto("rights")
    .values({ id, ...at, ...given })
    .execute();
  return id;
}

/** Invites one person with a link, or an address. @returns the secret and the invitation's id */
export async function invited(make: Make, by: Member, at: At, email?: string) {
  const ctx = { ...make.context(by), links: make.links };
  const { invitation } = await invite(ctx, at, email === undefined ? {} : { email });
  return { id: invitation._id, secret: make.links.sign("invitation", invitation._id) };
}
