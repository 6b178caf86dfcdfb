import type { Context } from "../context.ts";
import { requireMember } from "../context.ts";
import { Failure } from "../failure.ts";
import { isId, shape } from "../shapes.ts";
import { getBlockable } from "./queries.ts";
import { blocksMax } from "./rules.ts";
import { BlockChanged } from "./shapes.ts";

/**
 * Blocks a member: neither can join the other's events, be added to them, or be reached through them. Both keep their
 * registrations at the other's events. The other member is not told; repeating it changes nothing.
 * @throws Failure sign_in_required, not_found (a member whom they have not met), blocks_full
 */
export async function blockMember(ctx: Context, otherId: string): Promise<BlockChanged> {
  const { id } = requireMember(ctx);
  const other = await getBlockable(ctx, otherId);
  if (other.blockedAt !== null) return shape(BlockChanged, { acknowledged: true, modifiedCount: 0 });
  const modifiedCount = await ctx.db.transaction().execute(async (tx) => {
    // Locks the member's row, so that parallel calls cannot exceed the limit.
    await tx.selectFrom("members").select("id").where("id", "=", id).forUpdate().execute();
    const { count } = await tx
      .selectFrom("blocks")
      .where("blocker_id", "=", id)
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    if (count >= blocksMax) throw new Failure("blocks_full");
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto("blocks")
      .values({ blocker_id: id, blocked_id: other._id, blocked_at: ctx.now })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    return Number(numInsertedOrUpdatedRows);
  });
  return shape(BlockChanged, { acknowledged: true, modifiedCount });
}

/** Removes a block; without one nothing changes. @throws Failure sign_in_required */
export async function unblockMember(ctx: Context, otherId: string): Promise<BlockChanged> {
  const { id } = requireMember(ctx);
  if (!isId(otherId)) return shape(BlockChanged, { acknowledged: true, modifiedCount: 0 });
  const { numDeletedRows } = await ctx.db
    .deleteFrom("blocks")
    .where("blocker_id", "=", id)
    .where("blocked_id", "=", otherId)
    .executeTakeFirstOrThrow();
  return shape(BlockChanged, { acknowledged: true, modifiedCount: Number(numDeletedRows) });
}
