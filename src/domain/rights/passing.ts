import type { Transaction } from "kysely";
import type { Schema } from "#db/schema.server.ts";
import { isOpenAt } from "./queries.ts";

/**
 * Passes the events and series of communities for which a member answers to another organizer of each: the owner
 * longest in office who is not suspended, or an organizer if no owner is left. Without anybody else they stay as they
 * are. Nobody is told, because nothing changes for participants. It locks the events in the order of their ids; callers
 * that lock the member or the events themselves do so before. `communityId` limits it to one community.
 * @returns the events that passed
 */
export async function passEventsOn(
  tx: Transaction<Schema>,
  { memberId, communityId }: { memberId: string; communityId?: string },
  now: Date,
): Promise<{ id: string }[]> {
  const events = await tx
    .selectFrom("events")
    .where("organizer_id", "=", memberId)
    .where("owner_community_id", "is not", null)
    .$if(communityId !== undefined, (query) => query.where("owner_community_id", "=", communityId ?? ""))
    .select(["id", "owner_community_id"])
    .orderBy("id")
    .forUpdate()
    .execute();
  const series = await tx
    .selectFrom("series")
    .where("organizer_id", "=", memberId)
    .where("owner_community_id", "is not", null)
    .$if(communityId !== undefined, (query) => query.where("owner_community_id", "=", communityId ?? ""))
    .select("owner_community_id")
    .execute();
  const theirs = Map.groupBy(events, (event) => event.owner_community_id);
  const passed: { id: string }[] = [];
  for (const owner_community_id of new Set([...events, ...series].map((row) => row.owner_community_id))) {
    const organizer_id = owner_community_id && (await lockSuccessor(tx, owner_community_id, memberId, now));
    if (!organizer_id) continue;
    // Series first: a date whose owner is not that of its series leaves it.
    for (const table of ["series", "events"] as const) {
      await tx
        .updateTable(table)
        .set({ organizer_id, updated_at: now })
        .where("organizer_id", "=", memberId)
        .where("owner_community_id", "=", owner_community_id)
        .execute();
    }
    passed.push(...(theirs.get(owner_community_id) ?? []).map(({ id }) => ({ id })));
  }
  return passed;
}

/** Locks the account of the next member to answer for a community's events, so that it is not deleted meanwhile. */
async function lockSuccessor(
  tx: Transaction<Schema>,
  communityId: string,
  memberId: string,
  now: Date,
): Promise<string | null> {
  const candidates = await tx
    .selectFrom("rights")
    .where("community_id", "=", communityId)
    .where("member_id", "!=", memberId)
    .where(isOpenAt(now))
    // 'owner' comes after 'organizer'.
    .orderBy("role", "desc")
    .orderBy("given_at")
    .orderBy("id")
    .select("member_id")
    .execute();
  for (const { member_id } of candidates) {
    const there = await tx
      .selectFrom("members")
      .where("id", "=", member_id)
      .where("suspended_at", "is", null)
      .select("id")
      .forKeyShare()
      .executeTakeFirst();
    if (there) return there.id;
  }
  return null;
}
