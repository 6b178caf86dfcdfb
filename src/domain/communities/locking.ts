import type { Selectable, Transaction } from "kysely";
import type { Schema } from "#db/schema.server.ts";
import { type Context, requireMember } from "../context.ts";
import { Failure } from "../failure.ts";
import { mayRun } from "../rights/queries.ts";
import type { Right } from "../rights/rules.ts";
import { isId } from "../shapes.ts";

/** A community's row, locked until the transaction ends. */
export type LockedCommunity = Selectable<Schema["communities"]>;

/**
 * Locks a community for a right that the caller has there. A hidden one does not exist for others.
 * @throws Failure sign_in_required, not_found, also for an invalid id; not_yours
 */
export async function lockCommunityFor(
  tx: Transaction<Schema>,
  ctx: Context,
  id: string,
  right: Right,
): Promise<LockedCommunity> {
  requireMember(ctx);
  const community = await lockCommunity(tx, id);
  if (await mayRun(tx, ctx, community.id, right)) return community;
  throw new Failure(community.hidden_at ? "not_found" : "not_yours");
}

/** Locks a community. @throws Failure not_found, also for an invalid id */
export async function lockCommunity(tx: Transaction<Schema>, id: string): Promise<LockedCommunity> {
  const community = isId(id)
    ? await tx.selectFrom("communities").selectAll().where("id", "=", id).forUpdate().executeTakeFirst()
    : undefined;
  if (!community) throw new Failure("not_found");
  return community;
}

/**
 * Locks a community with its chapters and the one that it is part of, in the order of their ids, as the commands about
 * chapters do, because deleting it changes their rows too.
 */
export async function lockLinked(tx: Transaction<Schema>, id: string): Promise<void> {
  if (!isId(id)) return;
  await tx
    .selectFrom("communities")
    .where((eb) =>
      eb.or([
        eb("id", "=", id),
        eb("part_of", "=", id),
        eb("id", "=", eb.selectFrom("communities as own").where("own.id", "=", id).select("own.part_of")),
      ]),
    )
    .select("id")
    .orderBy("id")
    .forUpdate()
    .execute();
}
