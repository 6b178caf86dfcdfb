import { type Kysely, sql, type Transaction } from "kysely";
import type { Schema } from "#db/schema.server.ts";
import type { LockedEvent } from "../events/locking.ts";
import { joinedPeople } from "../registrations/people.ts";
import { oneLine } from "../rules.ts";
import { spanOfRow } from "../time-zones/rules.ts";
import { marksFrom } from "./rules.ts";

/**
 * Records people who leave an event's list by their own choice once its gate counts, before their registration is
 * deleted. A person who came stays counted, even if a phone without a network reports it hours later.
 * @param guestIds the guests who leave while the registrant stays; without it the whole party leaves
 */
export async function noteLeavers(
  tx: Transaction<Schema>,
  event: LockedEvent,
  memberId: string,
  now: Date,
  guestIds?: readonly string[],
): Promise<void> {
  if (now < marksFrom(spanOfRow(event))) return;
  const isLeaving = guestIds ? sql`person.is_guest and person.id = any(${guestIds})` : sql`true`;
  await sql`
    insert into gate_leavers (event_id, person_id, owner_id, name, under18, left_at)
    select event_id, person.id, registrant_id, person.name, person.under18, ${now}
    from ${joinedPeople(event.id)} person
    where registrant_id = ${memberId} and ${isLeaving}
    on conflict do nothing`.execute(tx);
}

/** A person who left the list while the gate counted. A guest's owner is the member who brought them. */
export type Leaver = { id: string; ownerId: string; name: string; under18: boolean; isGuest: boolean };

/** The people who left an event's list while its gate counted, in the order in which they left. */
export async function leaversOf(db: Kysely<Schema>, eventId: string): Promise<Leaver[]> {
  const rows = await db
    .selectFrom("gate_leavers")
    .innerJoin("members", "members.id", "owner_id")
    .where("event_id", "=", eventId)
    .orderBy("left_at")
    .orderBy("person_id")
    .select(["person_id", "owner_id", "gate_leavers.name as guest", "members.name", "gate_leavers.under18"])
    .execute();
  return rows.map(({ person_id, owner_id, guest, name, under18 }) => ({
    id: person_id,
    ownerId: owner_id,
    name: oneLine(guest ?? name),
    under18,
    isGuest: guest !== null,
  }));
}
