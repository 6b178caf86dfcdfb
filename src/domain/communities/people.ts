import { type Kysely, sql, type Transaction } from "kysely";
import type { Schema } from "#db/schema.server.ts";
import { isOpenAt } from "../rights/queries.ts";

/** The owners of a community whose accounts are not suspended. */
export async function ownersOf(db: Kysely<Schema>, communityId: string, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom("rights")
    .innerJoin("members", "members.id", "rights.member_id")
    .where("community_id", "=", communityId)
    .where("role", "=", "owner")
    .where(isOpenAt(now))
    .where("suspended_at", "is", null)
    .orderBy("given_at")
    .select("member_id")
    .execute();
  return rows.map(({ member_id }) => member_id);
}

/** The communities that lose their only owner without a member. */
export async function listOwnedAlone(db: Kysely<Schema>, memberId: string, now: Date): Promise<string[]> {
  const { rows } = await sql<{ title: string }>`
    select title from rights own join communities on communities.id = own.community_id
    where own.member_id = ${memberId} and own.role = 'owner' and ${isOpenAt(now, sql`own`)}
      and not exists (
        select from rights join members on members.id = rights.member_id
        where rights.community_id = own.community_id and rights.role = 'owner' and rights.member_id <> ${memberId}
          and ${isOpenAt(now)} and suspended_at is null
      )
    order by title`.execute(db);
  return rows.map(({ title }) => title);
}

/**
 * Ends the memberships of a member whose account is deleted, and counts them out. Their posts stay without their name.
 * Pictures of theirs that a community shows pass to another owner of it; without one, the community has none.
 */
export async function forgetInCommunities(tx: Transaction<Schema>, memberId: string, now: Date): Promise<void> {
  const left = await tx.deleteFrom("memberships").where("member_id", "=", memberId).returning("community_id").execute();
  for (const { community_id } of left.toSorted((a, b) => a.community_id.localeCompare(b.community_id))) {
    await tx
      .updateTable("communities")
      .set((eb) => ({ members: eb("members", "-", 1) }))
      .where("id", "=", community_id)
      .execute();
  }
  // It must have the same format as `ownPictureAddress`.
  const shown = sql`'/pictures/' || pictures.id || '.webp'`;
  await sql`
    update pictures set owner_id = heir.member_id from (
      select address, min(rights.member_id::text)::uuid as member_id from (
        select id as community_id, image as address from communities where image like '/pictures/%'
        union all select community_id, picture from community_posts where picture like '/pictures/%'
      ) used join rights on rights.community_id = used.community_id
      where rights.member_id <> ${memberId} and role = 'owner' and ${isOpenAt(now)}
      group by address
    ) heir where pictures.owner_id = ${memberId} and heir.address = ${shown}`.execute(tx);
  const gone = sql`(select ${shown} from pictures where owner_id = ${memberId})`;
  await sql`update communities set image = null where image in ${gone}`.execute(tx);
  await sql`update community_posts set picture = null where picture in ${gone}`.execute(tx);
}

/** All that we hold about a member in communities: memberships, requests to join, and posts. */
export async function communityDataOf(db: Kysely<Schema>, memberId: string) {
  const memberships = await db
    .selectFrom("memberships")
    .innerJoin("communities", "communities.id", "memberships.community_id")
    .where("member_id", "=", memberId)
    .select(["community_id as communityId", "title", "joined_at", "hears", "is_shown as isShown"])
    .orderBy("joined_at")
    .execute();
  const requests = await db
    .selectFrom("membership_requests")
    .innerJoin("communities", "communities.id", "membership_requests.community_id")
    .where("member_id", "=", memberId)
    .select(["community_id as communityId", "title", "asked_at"])
    .orderBy("asked_at")
    .execute();
  const posts = await db
    .selectFrom("community_posts")
    .where("member_id", "=", memberId)
    .select(["community_id as communityId", "text", "link", "picture", "posted_at"])
    .orderBy("id")
    .execute();
  return {
    communities: memberships.map(({ joined_at, ...row }) => ({ ...row, joinedAt: joined_at.toISOString() })),
    communitiesAsked: requests.map(({ asked_at, ...row }) => ({ ...row, askedAt: asked_at.toISOString() })),
    communityPosts: posts.map(({ posted_at, ...row }) => ({ ...row, postedAt: posted_at.toISOString() })),
  };
}
