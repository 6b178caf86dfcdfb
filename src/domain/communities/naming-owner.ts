import { newId } from "#db/schema.server.ts";
import { Failure } from "../failure.ts";
import type { Hosted } from "../hosting/access.ts";
import { recordHostAction } from "../hosting/log.ts";
import { enqueue } from "../outbox.ts";
import { endingAt, isOpenAt } from "../rights/queries.ts";
import { Acknowledged, shape } from "../shapes.ts";
import { announceCommunity } from "./announcing.ts";
import { lockCommunity } from "./locking.ts";
import type { OwnerNamed } from "./shapes.ts";

/**
 * Makes a member with this confirmed address owner of a community whose owner is gone for good, by a host. The log has
 * it with the reason, and the member is told. Others keep their rights.
 * @throws Failure not_found, no_such_member
 */
export async function nameOwner(
  ctx: Hosted,
  communityId: string,
  { email, reason }: OwnerNamed,
): Promise<Acknowledged> {
  await ctx.db.transaction().execute(async (tx) => {
    const { id } = await lockCommunity(tx, communityId);
    const member = await tx
      .selectFrom("members")
      .select("id")
      .where("email", "=", email)
      .where("email_verified", "=", true)
      .where("suspended_at", "is", null)
      .executeTakeFirst();
    if (!member) throw new Failure("no_such_member");
    await tx
      .updateTable("rights")
      .set({ until: endingAt(ctx.now), ended_by: ctx.by })
      .where("community_id", "=", id)
      .where("member_id", "=", member.id)
      .where(isOpenAt(ctx.now))
      .execute();
    const right = { id: newId(), member_id: member.id, community_id: id, role: "owner" } as const;
    await tx
      .insertInto("rights")
      .values({ ...right, given_by: ctx.by, given_at: ctx.now })
      .execute();
    const what = { action: "name_owner", subject: "community", subjectId: id, reason, by: ctx.by } as const;
    await recordHostAction(tx, what, ctx.now);
    const payload = { communityId: id, memberId: member.id };
    await enqueue(tx, { kind: "community_owner_named", key: `community_owner_named:${right.id}`, payload }, ctx.now);
  });
  announceCommunity(ctx, communityId);
  return shape(Acknowledged, { acknowledged: true });
}
