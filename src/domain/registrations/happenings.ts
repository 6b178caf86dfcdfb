import type { Transaction } from "kysely";
import { newId, type Schema } from "#db/schema.server.ts";
import type { LockedEvent } from "../events/locking.ts";

/**
 * Records an action to report to the event's organizer; an organizer's own action is not recorded. For people without
 * an account it stores the name.
 */
export async function noteHappening(
  tx: Transaction<Schema>,
  event: LockedEvent,
  who: { memberId: string } | { name: string },
  kind: "joined" | "left",
  now: Date,
): Promise<void> {
  const [memberId, name] = "name" in who ? [null, who.name] : [who.memberId, null];
  if (memberId === event.organizer_id) return;
  await tx
    .insertInto("happenings")
    .values({ id: newId(), event_id: event.id, member_id: memberId, kind, happened_at: now, name })
    .execute();
}
