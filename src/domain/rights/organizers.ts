import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Schema } from "#db/schema.server.ts";
import { isOpenAt } from "./queries.ts";
import type { Role } from "./rules.ts";

/**
 * The members who organize an event now, each once, as a table for SQL: its owner and co-organizers, or those of its
 * community. `event` is the name of the events' table in the statement.
 */
export const organizersOf = (event: RawBuilder<unknown>, now: Date | RawBuilder<unknown>) => sql`(
  select ${event}.organizer_id as member_id, 'owner' as role where ${event}.owner_community_id is null
  union select rights.member_id, max(rights.role) from rights
    where rights.event_id = ${event}.id and ${isOpenAt(now)}
      and (${event}.owner_community_id is not null or rights.member_id <> ${event}.organizer_id) and not exists (
      select from rights higher where higher.community_id = ${event}.owner_community_id
        and higher.member_id = rights.member_id and ${isOpenAt(now, sql`higher`)}
    ) group by rights.member_id
  union select rights.member_id, max(rights.role) from rights
    where rights.community_id = ${event}.owner_community_id and ${isOpenAt(now)} group by rights.member_id
)`;

/**
 * The members who organize an event now, the one who answers for it first: whom mails about people and deadlines reach.
 * With a role, only those who have it: mails about security and ownership are for owners. Empty for a deleted event.
 */
export async function listOrganizers(
  db: Kysely<Schema>,
  eventId: string,
  now: Date,
  role: Role | null = null,
): Promise<string[]> {
  const { rows } = await sql<{ member_id: string }>`
    select organizers.member_id from events cross join lateral ${organizersOf(sql`events`, now)} organizers
    where events.id = ${eventId} and (${role}::text is null or organizers.role = ${role}::text)
    order by organizers.member_id <> events.organizer_id, organizers.member_id`.execute(db);
  return rows.map(({ member_id }) => member_id);
}
