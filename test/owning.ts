import { type Insertable } from "kysely";
import { newId, type Schema } from "#db/schema.server.ts";
import { getCommunityPage, topicsOf } from "#domain/communities/page.ts";
import type { Member } from "#domain/members/shapes.ts";
import type { Make } from "./make.ts";

type Wishes = Partial<Insertable<Schema["communities"]>>;

/** Makes a community with owners, the longest in office first. @returns its id */
export async function communityOf(make: Make, owners: Member[], wishes: Wishes = {}): Promise<string> {
  const id = await make.community();
  if (Object.keys(wishes).length > 0)
    await make.db.updateTable("communities").set(wishes).where("id", "=", id).execute();
  for (const [days, owner] of owners.toReversed().entries())
    await giveRight(make, owner, { community_id: id, role: "owner" }, new Date(Date.now() - (days + 1) * 86_400_000));
  return id;
}

type At = Partial<Pick<Insertable<Schema["rights"]>, "event_id" | "community_id" | "role" | "until">>;

/** Gives a member a right; by default that of an organizer. @returns its id */
export async function giveRight(make: Make, member: Member, at: At, given_at = new Date()): Promise<string> {
  const id = newId();
  const right = { event_id: null, community_id: null, role: "organizer", given_by: null, ...at } as const;
  await make.db
    .insertInto("rights")
    .values({ id, member_id: member.id, given_at, ...right })
    .execute();
  return id;
}

/** Makes an event belong to a community. */
export async function ownedBy(make: Make, communityId: string, ...eventIds: string[]): Promise<void> {
  await make.db.updateTable("events").set({ owner_community_id: communityId }).where("id", "in", eventIds).execute();
}

/** The page of a community and its topics; nothing once it is gone or hidden. */
export async function communityShown(make: Make, id: string): Promise<{ body: string; topics: string[] }> {
  const shown = make.db.selectFrom("communities").where("id", "=", id).where("hidden_at", "is", null);
  const row = await shown.select("slug").executeTakeFirst();
  const page = row ? await getCommunityPage(make.context(), row.slug) : null;
  return { body: JSON.stringify(page), topics: page ? topicsOf(page) : [] };
}
