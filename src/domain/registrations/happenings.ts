import { type Kysely, sql, type Transaction } from "kysely";
import { newId, type Schema } from "#db/schema.server.ts";
import type { LockedEvent } from "../events/locking.ts";
import { listOrganizers, organizersOf } from "../rights/organizers.ts";

/**
 * Records an action to report to the event's organizers. An organizer's own action is only recorded for others who
 * organize the event with them. For people without an account it stores the name.
 */
export async function noteHappening(
  tx: Transaction<Schema>,
  event: LockedEvent,
  who: { memberId: string } | { name: string },
  kind: "joined" | "left",
  now: Date,
): Promise<void> {
  const [memberId, name] = "name" in who ? [null, who.name] : [who.memberId, null];
  const isByOrganizer = memberId === event.organizer_id;
  if (isByOrganizer && (await listOrganizers(tx, event.id, now)).every((id) => id === memberId)) return;
  await tx
    .insertInto("happenings")
    .values({ id: newId(), event_id: event.id, member_id: memberId, kind, happened_at: now, name })
    .execute();
}

/**
 * The happenings up to now that no mail has told an organizer, one row for each organizer, as a table for SQL.
 * Organizers are not told what they did themselves.
 */
export const untoldUntil = (now: Date) => sql`(
  select happenings.id, event_id, happened_at, organizers.member_id as organizer_id
  from happenings join events on events.id = event_id cross join lateral ${organizersOf(sql`events`, now)} organizers
  where digest is null and happened_at <= ${now} and happenings.member_id is distinct from organizers.member_id
    and not exists (
      select from happening_tellings told where happening_id = happenings.id and told.member_id = organizers.member_id)
)`;

/**
 * Notes which mail tells an organizer the happenings up to now at some events. The mail to the last organizer of an
 * event closes its happenings.
 */
export async function markTold(
  db: Kysely<Schema>,
  now: Date,
  memberId: string,
  { eventIds, digest }: { eventIds: readonly string[]; digest: string },
): Promise<void> {
  if (eventIds.length === 0) return;
  await sql`
    with open as (
      select happenings.id, exists (
        select from events cross join lateral ${organizersOf(sql`events`, now)} others
        where events.id = happenings.event_id and others.member_id <> ${memberId}
          and others.member_id is distinct from happenings.member_id
          and not exists (
            select from happening_tellings told
            where told.happening_id = happenings.id and told.member_id = others.member_id)
      ) as is_shared
      from happenings
      where digest is null and event_id = any(${eventIds}::uuid[]) and happened_at <= ${now}
        and member_id is distinct from ${memberId}
        and not exists (
          select from happening_tellings told where told.happening_id = happenings.id and told.member_id = ${memberId})
    ), closed as (
      update happenings set digest = ${digest} from open where happenings.id = open.id and not is_shared
    )
    insert into happening_tellings (happening_id, member_id, digest)
    select id, ${memberId}::uuid, ${digest}::text from open where is_shared on conflict do nothing`.execute(db);
}

/**
 * The happenings that a mail tells, one row for each person at an event, as a table for SQL. `kinds` are in order, and
 * `first` is the id of the first. Those of people whose account is gone are not put together.
 */
export const toldBy = (digest: string) => sql`(
  select event_id, member_id, name, jsonb_agg(kind order by id) as kinds, min(id::text) as first from happenings
  where digest = ${digest} or id in (select happening_id from happening_tellings where digest = ${digest})
  group by event_id, member_id, name, case when member_id is null then id end
)`;

/** The happenings by a member, in order. */
export const happeningsOf = (db: Kysely<Schema>, memberId: string) =>
  db
    .selectFrom("happenings")
    .where("member_id", "=", memberId)
    .select(["event_id as eventId", "kind", "happened_at as happenedAt"])
    .orderBy("id")
    .execute();

/** Keeps the news that a member left, without the member. The rest is deleted with the account. */
export const forgetLeaver = (tx: Transaction<Schema>, memberId: string) =>
  tx
    .updateTable("happenings")
    .set({ member_id: null })
    .where("member_id", "=", memberId)
    .where("kind", "=", "left")
    .execute();
