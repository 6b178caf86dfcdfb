import { type RawBuilder, sql, type Transaction } from "kysely";
import { newId, type Schema } from "#db/schema.server.ts";
import type { LockedEvent } from "../events/locking.ts";
import { noteLeavers } from "../gates/leaving.ts";
import { allocateSpots, countSpots } from "./allocation.ts";
import { noteHappening } from "./happenings.ts";

/** A person who comes to each date of a series: a member, or a name. */
export type RegularPerson = { id: string; member_id: string | null; name: string | null; phone: string | null };

/**
 * Registers regulars for new events, which nobody else sees yet: in their order, up to the capacity of each, then on
 * the waitlist. Nobody is mailed. `people` is a table for SQL with a row for each person at each event.
 */
export async function registerAtNew(
  tx: Transaction<Schema>,
  people: RawBuilder<RegularPerson & { event_id: string; seq: number }>,
  now: Date,
): Promise<void> {
  const { rows } = await sql<{ event_id: string }>`
    insert into registrations (id, event_id, member_id, name, phone, joined_at, status, regular_id)
    select gen_random_uuid(), events.id, person.member_id, person.name, person.phone, ${now}::timestamptz,
      case when capacity is null or person.number <= capacity then 'joined' else 'waitlisted' end, person.id
    from events join (
      select people.*, row_number() over (partition by event_id order by seq) as number from ${people} people
    ) person on person.event_id = events.id
    order by events.event_date, events.id, person.number
    returning event_id`.execute(tx);
  const eventIds = [...new Set(rows.map(({ event_id }) => event_id))];
  await sql`
    update events set taken = counted.taken, waitlisted = counted.waitlisted,
      round = events.round + coalesce(counted.taken = events.capacity, false)::int
    from (
      select event_id, count(*) filter (where status = 'joined') as taken,
        count(*) filter (where status = 'waitlisted') as waitlisted
      from registrations where event_id = any(${eventIds}::uuid[]) group by event_id
    ) counted
    where events.id = counted.event_id`.execute(tx);
}

/**
 * Registers a regular for a date, with a spot if a newcomer would get one, otherwise on its waitlist: in the order of
 * arrival `seq`, if they had one before, or behind all others. If they are registered, that is theirs as a regular.
 * Nobody is mailed.
 */
export async function registerRegular(
  tx: Transaction<Schema>,
  event: LockedEvent,
  { id, member_id, name, phone }: RegularPerson,
  { seq = null, now }: { seq?: number | null; now: Date },
): Promise<void> {
  const { rows: had } = await sql`
    update registrations set regular_id = ${id}
    where id = (
      select id from registrations where event_id = ${event.id} and (
        member_id = ${member_id}::uuid or regular_id = ${id} or (member_id is null and regular_id is null and lower(name) = lower(${name}::text))
      )
      order by seq limit 1
    )
    returning id`.execute(tx);
  if (had.length > 0) return;
  await sql`
    insert into registrations (id, event_id, member_id, name, phone, joined_at, status, seq, regular_id)
    select ${newId()}::uuid, id, ${member_id}::uuid, ${name}::text, ${phone}::text, ${now}::timestamptz,
      case when (capacity is null or taken + held < capacity) and waitlisted <= held + passed
        then 'joined' else 'waitlisted' end,
      coalesce(${seq}::bigint, nextval('registrations_seq_seq')), ${id}::uuid
    from events where id = ${event.id}`.execute(tx);
  if (seq === null) await countSpots(tx, event.id);
  else await allocateSpots(tx, event, now);
}

/**
 * Ends the registration of a regular for a date, guests included; the spots go to the first people on the waitlist.
 * Who ended it sees that, so no mail says it; the event's organizers are told as of everybody who leaves.
 * @returns the order of arrival of the registration; null if there was none
 */
export async function endRegular(
  tx: Transaction<Schema>,
  event: LockedEvent,
  { id, member_id, name }: RegularPerson,
  now: Date,
): Promise<number | null> {
  if (member_id !== null) await noteLeavers(tx, event, member_id, now);
  const ended = await tx
    .deleteFrom("registrations")
    .where("event_id", "=", event.id)
    .where((eb) => (member_id === null ? eb("regular_id", "=", id) : eb("member_id", "=", member_id)))
    .returning(["status", "seq"])
    .executeTakeFirst();
  if (!ended) return null;
  await allocateSpots(tx, event, now);
  const who = member_id === null ? { name: name ?? "" } : { memberId: member_id };
  if (ended.status === "joined") await noteHappening(tx, event, who, "left", now);
  return ended.seq;
}

/** The name and number of a person without an e-mail address, with their event, by the id of their registration. */
export const findPerson = (tx: Transaction<Schema>, registrationId: string) =>
  tx
    .selectFrom("registrations")
    .where("id", "=", registrationId)
    .where("member_id", "is", null)
    .select(["event_id", "name", "phone", "regular_id"])
    .executeTakeFirst();
