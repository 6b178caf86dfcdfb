import type { Context } from "../context.ts";
import { shape } from "../shapes.ts";
import { communitiesMax } from "./rules.ts";
import { Community } from "./shapes.ts";

/**
 * Lists the communities that are not hidden, the oldest first, with their number of members, and whether the caller is
 * one. Specification 2 'Community', 7 `GET /community`.
 */
export async function listCommunities(ctx: Context): Promise<Community[]> {
  const rows = await ctx.db
    .selectFrom("communities")
    .selectAll()
    .where("hidden_at", "is", null)
    .orderBy("id")
    .limit(communitiesMax)
    .execute();
  const own = await ownCommunities(ctx);
  return rows.map((row) =>
    shape(Community, {
      _id: row.id,
      id: row.id,
      title: row.title,
      image: row.image,
      description: row.description,
      member: row.members,
      joinedMembers: ctx.actor.kind === "member" && own.has(row.id) ? [ctx.actor.member.email] : [],
    }),
  );
}

async function ownCommunities({ db, actor }: Context): Promise<Set<string>> {
  if (actor.kind !== "member") return new Set();
  const rows = await db
    .selectFrom("memberships")
    .select("community_id")
    .where("member_id", "=", actor.member.id)
    .execute();
  return new Set(rows.map((row) => row.community_id));
}
