import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Schema } from "#db/schema.server.ts";
import { guestsOf, waitlistOf } from "./queries.ts";
import type { Guest } from "./shapes.ts";

// An event's list as its organizer reads it: people who have joined, then people on the waitlist, each in order of
// arrival.

/** A part of the list: all, or those of one status; with `mail`, only people with an e-mail address, or without. */
export type Listed = { status: "all" | "joined" | "waitlisted"; mail?: "yes" | "no" | undefined };

/** The registration after which a page of the list begins. */
type ListPlace = readonly [status: string, seq: string];

/** A registration of the list, with its member, its guests and its position on the waitlist. */
export type ListRow = {
  id: string;
  member_id: string | null;
  phone: string | null;
  under18: boolean;
  guardian_name: string | null;
  status: "joined" | "waitlisted";
  seq: number;
  position: number | null;
  offer_expires_at: Date | null;
  party_size: number;
  joined_at: Date;
  attendance_confirmed_at: Date | null;
  name: string;
  email: string | null;
  /** The address of a person who was added by name, until the spot is theirs. */
  mailed_to: string | null;
  image: string | null;
  guests: Guest[];
  is_blocked: boolean;
  /** The organizers' note, its author, and when it was written. */
  note: string | null;
  note_by: string | null;
  note_at: Date | null;
};

/** Lists a part of an event's list, or those of some ids among it, from a place on. */
export async function listInOrder(
  db: Kysely<Schema>,
  eventId: string,
  {
    listed = { status: "all" },
    ids = null,
    after = null,
    limit,
  }: { listed?: Listed; ids?: string[] | null; after?: ListPlace | null; limit: number },
): Promise<ListRow[]> {
  const isAfter = after
    ? sql`(registrations.status, registrations.seq) > (${after[0]}::text, ${after[1]}::bigint)`
    : sql`true`;
  const isAmong = ids ? sql`registrations.id = any(${ids}::uuid[])` : sql`true`;
  const { rows } = await sql<ListRow>`
    select registrations.*, coalesce(members.name, registrations.name) as name, members.email, added_people.email as mailed_to, members.image, waitlist.position, ${guestsOf} as guests,
      exists (
        select from blocks
        where blocked_id = members.id and blocker_id in (
          select organizer_id from events where id = ${eventId} and owner_community_id is null
          union all select rights.member_id from rights join events on events.owner_community_id = rights.community_id
            where events.id = ${eventId} and rights.role = 'owner' and rights.until is null
        )
      ) as is_blocked, person_notes.text as note, person_notes.written_at as note_at, writers.name as note_by
    from registrations
      left join members on members.id = registrations.member_id
      left join added_people on added_people.registration_id = registrations.id and added_people.email is not null
      left join person_notes on person_notes.registration_id = registrations.id
      left join members writers on writers.id = person_notes.written_by
      left join ${waitlistOf(eventId)} waitlist on waitlist.id = registrations.id
    where registrations.event_id = ${eventId} and ${isListed(listed)} and ${isAfter} and ${isAmong}
    order by registrations.status, registrations.seq limit ${limit}::int`.execute(db);
  return rows;
}

/** Lists all names and addresses of each registration of a part, as one text with a line for each. */
export async function listNames(db: Kysely<Schema>, eventId: string, listed: Listed) {
  const { rows } = await sql<{ id: string; text: string }>`
    select registrations.id,
      concat_ws(chr(10), registrations.name, added_people.email, members.name, members.email, string_agg(guests.name, chr(10))) as text
    from registrations
      left join members on members.id = registrations.member_id
      left join added_people on added_people.registration_id = registrations.id
      left join guests on guests.registration_id = registrations.id
    where registrations.event_id = ${eventId} and ${isListed(listed)}
    group by registrations.id, members.id, added_people.email`.execute(db);
  return rows;
}

/** Counts the registrations of a part by members, and those of people without an e-mail address. */
export const countListed = (db: Kysely<Schema>, eventId: string, listed: Listed) =>
  db
    .selectFrom("registrations")
    .where("event_id", "=", eventId)
    .where(isListed(listed))
    .select((eb) => eb.fn.count<number>("member_id").as("members"))
    .select((eb) => eb.fn.countAll<number>().filterWhere("member_id", "is", null).as("others"))
    .executeTakeFirstOrThrow();

/** The condition for the registrations of a part. */
const isListed = ({ status, mail }: Listed): RawBuilder<boolean> => {
  const isAsked = status === "all" ? sql`true` : sql`registrations.status = ${status}`;
  return mail === undefined
    ? sql<boolean>`${isAsked}`
    : sql<boolean>`${isAsked} and (registrations.member_id is not null) = ${mail === "yes"}`;
};
