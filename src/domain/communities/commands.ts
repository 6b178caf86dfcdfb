import { sql } from "kysely";
import { type Context, requireMember, requireSelf } from "../context.ts";
import { Failure } from "../failure.ts";
import { enqueue } from "../outbox.ts";
import { isInForce, isOpenAt } from "../rights/queries.ts";
import { rightFor } from "../rights/rules.ts";
import { Acknowledged, isId, shape } from "../shapes.ts";
import { announceCommunity } from "./announcing.ts";
import { lockCommunityFor } from "./locking.ts";
import { type CommunityChoice, MembershipChanged, type MembershipInput, type RequestAnswer } from "./shapes.ts";

/**
 * Adds the caller to a community. Repeating it changes nothing, and the count is exact, however many join at once. In a
 * community that asks first, the caller waits for an organizer's yes; its owners and organizers do not. Members do not
 * speak in the community's name. Specification 5 'Joining', 7 `PATCH /joinCommunity`.
 * @throws Failure sign_in_required, not_yours (another's e-mail), not_found, cannot_join_community (an owner's block)
 */
export async function joinCommunity(ctx: Context, input: CommunityChoice): Promise<MembershipChanged> {
  const member = requireSelf(ctx, input.email);
  if (!isId(input.communityId)) throw new Failure("not_found");

  // A single statement writes the membership if it is new, and counts it. A parallel one waits only for the community's
  // row.
  const { rows } = await sql<{ found: boolean; blocked: boolean; joined: number; waits: boolean }>`
    with community as (
      select id, asks_first and not exists (
        select from rights where rights.community_id = communities.id and ${isInForce(member.id, ctx.now)}
      ) and not exists (
        select from memberships where memberships.community_id = communities.id and member_id = ${member.id}::uuid
      ) as waits, exists (
        select from blocks join rights on rights.member_id = blocker_id
        where blocked_id = ${member.id}::uuid and rights.community_id = communities.id and role = 'owner'
          and ${isOpenAt(ctx.now)}
      ) as blocked
      from communities where id = ${input.communityId}::uuid and hidden_at is null
    ),
    asked as (
      insert into membership_requests (community_id, member_id, asked_at)
      select id, ${member.id}::uuid, ${ctx.now}::timestamptz from community where waits and not blocked
      on conflict do nothing
    ),
    joined as (
      insert into memberships (community_id, member_id, joined_at, tells_events, hears)
      select id, ${member.id}::uuid, ${ctx.now}::timestamptz, true, true from community where not waits and not blocked
      on conflict do nothing
      returning community_id
    ),
    counted as (
      update communities set members = members + 1 where id in (select community_id from joined)
    )
    select exists (select from community) as found, (select count(*)::int from joined) as joined,
      coalesce((select waits from community), false) as waits, coalesce((select blocked from community), false) as blocked`.execute(
    ctx.db,
  );
  const [answer] = rows;
  if (!answer?.found) throw new Failure("not_found");
  if (answer.blocked) throw new Failure("cannot_join_community");
  if (answer.joined > 0) announceCommunity(ctx, input.communityId);
  return shape(MembershipChanged, {
    acknowledged: true,
    modifiedCount: answer.joined,
    ...(answer.waits && { waits: true }),
  });
}

/**
 * Removes the caller from a community, or takes back what they asked. Repeating it changes nothing, and the count is
 * exact, however many join and leave at once. Its owners and organizers end that first.
 * @throws Failure sign_in_required, not_yours (another's e-mail), not_found, still_organizes
 */
export async function leaveCommunity(ctx: Context, input: CommunityChoice): Promise<MembershipChanged> {
  const member = requireSelf(ctx, input.email);
  if (!isId(input.communityId)) throw new Failure("not_found");

  const { rows } = await sql<{ found: boolean; organizes: boolean; left: number }>`
    with community as (
      select id, exists (
        select from rights where rights.community_id = communities.id and ${isInForce(member.id, ctx.now)}
      ) as organizes
      from communities where id = ${input.communityId}::uuid
    ),
    asked as (
      delete from membership_requests
      where community_id in (select id from community) and member_id = ${member.id}::uuid
    ),
    gone as (
      delete from memberships
      where community_id in (select id from community where not organizes) and member_id = ${member.id}::uuid
      returning community_id
    ),
    counted as (
      update communities set members = members - 1 where id in (select community_id from gone)
    )
    select exists (select from community) as found, (select count(*)::int from gone) as left,
      coalesce((select organizes from community), false) as organizes`.execute(ctx.db);
  const [answer] = rows;
  if (!answer?.found) throw new Failure("not_found");
  if (answer.organizes) throw new Failure("still_organizes");
  if (answer.left > 0) announceCommunity(ctx, input.communityId);
  return shape(MembershipChanged, { acknowledged: true, modifiedCount: answer.left });
}

/**
 * Sets what the caller wants in a community of theirs: mails about its events and news, and being shown on its page.
 * @throws Failure sign_in_required, not_found (not a member)
 */
export async function setMembership(
  ctx: Context,
  communityId: string,
  { hears, isShown }: MembershipInput,
): Promise<Acknowledged> {
  const { id } = requireMember(ctx);
  const { numUpdatedRows } = isId(communityId)
    ? await ctx.db
        .updateTable("memberships")
        .set((eb) => ({
          hears: hears === undefined ? eb.ref("hears") : eb.val(hears),
          is_shown: isShown === undefined ? eb.ref("is_shown") : eb.val(isShown),
        }))
        .where("community_id", "=", communityId)
        .where("member_id", "=", id)
        .executeTakeFirst()
    : { numUpdatedRows: 0n };
  if (numUpdatedRows === 0n) throw new Failure("not_found");
  if (isShown !== undefined) announceCommunity(ctx, communityId);
  return shape(Acknowledged, { acknowledged: true });
}

/**
 * Answers a request to join; its author is told. A second answer finds no request.
 * @throws Failure sign_in_required, not_found, also without a request; not_yours
 */
export async function answerRequest(
  ctx: Context,
  { communityId, memberId }: { communityId: string; memberId: string },
  { accept }: RequestAnswer,
): Promise<Acknowledged> {
  await ctx.db.transaction().execute(async (tx) => {
    const community = await lockCommunityFor(tx, ctx, communityId, rightFor.answerRequest);
    const asked = isId(memberId)
      ? await tx
          .deleteFrom("membership_requests")
          .where("community_id", "=", community.id)
          .where("member_id", "=", memberId)
          .returning("asked_at")
          .executeTakeFirst()
      : undefined;
    if (!asked) throw new Failure("not_found");
    if (accept) {
      const membership = { community_id: community.id, member_id: memberId, joined_at: ctx.now };
      const { numInsertedOrUpdatedRows: joined } = await tx
        .insertInto("memberships")
        .values({ ...membership, tells_events: true, hears: true })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow();
      await tx
        .updateTable("communities")
        .set((eb) => ({ members: eb("members", "+", Number(joined)) }))
        .where("id", "=", community.id)
        .execute();
    }
    const key = `membership_answered:${community.id}:${memberId}:${asked.asked_at.toISOString()}`;
    const payload = { communityId: community.id, memberId, accepted: accept };
    await enqueue(tx, { kind: "membership_answered", key, payload }, ctx.now);
  });
  announceCommunity(ctx, communityId);
  return shape(Acknowledged, { acknowledged: true });
}
