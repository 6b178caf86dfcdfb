import { sql } from "kysely";
import { type Context, requireSelf } from "../context.ts";
import { Failure } from "../failure.ts";
import { isId, shape } from "../shapes.ts";
import { type CommunityChoice, MembershipChanged } from "./shapes.ts";

/**
 * Adds the caller to a community. Repeating it changes nothing, and the count is exact, however many join at once.
 * Members do not speak in the community's name. Specification 5 'Joining', 7 `PATCH /joinCommunity`.
 * @throws Failure sign_in_required, not_yours (another's e-mail), not_found
 */
export async function joinCommunity(ctx: Context, input: CommunityChoice): Promise<MembershipChanged> {
  const member = requireSelf(ctx, input.email);
  if (!isId(input.communityId)) throw new Failure("not_found");

  // A single statement writes the membership if it is new, and counts it. A parallel one waits only for the community's
  // row.
  const { rows } = await sql<{ found: boolean; joined: number }>`
    with community as (select id from communities where id = ${input.communityId}::uuid and hidden_at is null),
    joined as (
      insert into memberships (community_id, member_id, joined_at, tells_events)
      select id, ${member.id}::uuid, ${ctx.now}::timestamptz, true from community
      on conflict do nothing
      returning community_id
    ),
    counted as (
      update communities set members = members + 1 where id in (select community_id from joined)
    )
    select exists (select from community) as found, (select count(*)::int from joined) as joined`.execute(ctx.db);
  const [answer] = rows;
  if (!answer?.found) throw new Failure("not_found");
  if (answer.joined > 0) ctx.announce("communities");
  return shape(MembershipChanged, { acknowledged: true, modifiedCount: answer.joined });
}

/**
 * Removes the caller from a community. Repeating it changes nothing, and the count is exact, however many join and
 * leave at once.
 * @throws Failure sign_in_required, not_yours (another's e-mail), not_found
 */
export async function leaveCommunity(ctx: Context, input: CommunityChoice): Promise<MembershipChanged> {
  const member = requireSelf(ctx, input.email);
  if (!isId(input.communityId)) throw new Failure("not_found");

  const { rows } = await sql<{ found: boolean; left: number }>`
    with community as (select id from communities where id = ${input.communityId}::uuid),
    gone as (
      delete from memberships where community_id in (select id from community) and member_id = ${member.id}::uuid
      returning community_id
    ),
    counted as (
      update communities set members = members - 1 where id in (select community_id from gone)
    )
    select exists (select from community) as found, (select count(*)::int from gone) as left`.execute(ctx.db);
  const [answer] = rows;
  if (!answer?.found) throw new Failure("not_found");
  if (answer.left > 0) ctx.announce("communities");
  return shape(MembershipChanged, { acknowledged: true, modifiedCount: answer.left });
}
