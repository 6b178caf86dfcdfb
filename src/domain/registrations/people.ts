import { type RawBuilder, sql } from "kysely";

// The vocabulary in which other nouns ask about registrations. Each word is a part of the caller's statement, and not a
// query of its own. The file imports no other noun, so nouns on which registrations stand can use it too.

/** An id, or the column that has it. */
type Id = string | RawBuilder<unknown>;

/** True if a member has joined an event or is on its waitlist, as a condition for SQL. */
export const isRegistered = (eventId: Id, memberId: Id) => sql<boolean>`exists (
  select from registrations where registrations.event_id = ${eventId} and registrations.member_id = ${memberId}
)`;

/** True if a registration is on the list of an event, as a condition for SQL. */
export const isListedAt = (eventId: Id, registrationId: Id) => sql<boolean>`exists (
  select from registrations where registrations.event_id = ${eventId} and registrations.id = ${registrationId}
)`;

/** True if a member was registered for an event and has left it, as a condition for SQL; for 30 days. */
export const hasLeft = (eventId: Id, memberId: Id) => sql<boolean>`exists (
  select from happenings
  where happenings.event_id = ${eventId} and happenings.member_id = ${memberId} and happenings.kind = 'left'
)`;

/** The number of dates of a series for which a member is registered, as a value for SQL. */
export const countAtSeries = (seriesId: Id, memberId: Id) => sql<number>`(
  select count(*)::int from registrations join events on events.id = registrations.event_id
  where registrations.member_id = ${memberId} and events.series_id = ${seriesId} and events.cancelled_at is null
)`;

type OwnRegistration = { id: string; event_id: string; status: "joined" | "waitlisted"; party_size: number };

/** The registrations of a member at all events, as a table for SQL. */
export const registrationsOf = (memberId: Id) => sql<OwnRegistration>`(
  select id, event_id, status, party_size from registrations where registrations.member_id = ${memberId}
)`;

type RegisteredMember = {
  registration_id: string;
  member_id: string;
  joined_at: Date;
  status: "joined" | "waitlisted";
  /** The order of arrival. */
  seq: number;
  /** True if it was made for a regular, who gets one mail a week for all of these. */
  is_regular: boolean;
};

/** The members who have joined an event or are on its waitlist, as a table for SQL: the people whom a mail reaches. */
export const membersAt = (eventId: Id) => sql<RegisteredMember>`(
  select id as registration_id, member_id, joined_at, status, seq, coalesce(member_id = (
      select regulars.member_id from regulars where regulars.id = regular_id), false) as is_regular
  from registrations
  where registrations.event_id = ${eventId} and member_id is not null
)`;

/** True if a row of `regulars` has a registration for an event, as a condition for SQL. */
export const isAtAsRegular = (eventId: Id | null) => sql<boolean>`exists (
  select from registrations where registrations.event_id = ${eventId}::uuid
    and (registrations.member_id = regulars.member_id or registrations.regular_id = regulars.id)
)`;

/** The members' registrations that were made because they come to each date of a series, as a table for SQL. */
export const registeredAsRegulars = sql<{
  event_id: string;
  member_id: string;
  status: "joined" | "waitlisted";
}>`(
  select registrations.event_id, registrations.member_id, registrations.status
  from registrations join regulars on regulars.id = registrations.regular_id
    and regulars.member_id = registrations.member_id
)`;

/** A person of a party: its registrant, or a guest. */
export type PartyPerson = {
  /** The id of a registration for its registrant, otherwise that of the guest. */
  id: string;
  registration_id: string;
  event_id: string;
  /** Null for a guest, and for a person without an e-mail address. */
  member_id: string | null;
  /** Null for a member, whose account has the name. */
  name: string | null;
  under18: boolean;
  is_guest: boolean;
  phone: string | null;
  guardian_name: string | null;
  guardian_agreed_at: Date | null;
  /** The registrant of the party: their account, or their name if they have none. */
  registrant_id: string | null;
  registrant_name: string | null;
  is_confirmed: boolean;
  /** The order of arrival, the same for a whole party. */
  seq: number;
};

/** The people who have joined an event, guests included, as a table for SQL. */
export const joinedPeople = (eventId: Id) =>
  people(sql`registrations.event_id = ${eventId} and registrations.status = 'joined'`);

/** The people of a member's parties at all events, the member included, as a table for SQL. */
export const partyPeople = (memberId: Id) => people(sql`registrations.member_id = ${memberId}`);

const people = (which: RawBuilder<unknown>) => sql<PartyPerson>`(
  select person.*, registrations.id as registration_id, registrations.event_id,
    registrations.member_id as registrant_id, registrations.name as registrant_name,
    registrations.attendance_confirmed_at is not null as is_confirmed, registrations.seq
  from registrations cross join lateral (
    select registrations.id, registrations.member_id, registrations.name, registrations.under18, false as is_guest,
      registrations.phone, registrations.guardian_name, registrations.guardian_agreed_at
    union all
    select guests.id, null, guests.name, guests.under18, true, null, guests.guardian_name, guests.guardian_agreed_at
    from guests where guests.registration_id = registrations.id
  ) person
  where ${which}
)`;

/** The number of people who have joined an event, and of those who confirmed their attendance, as a row for SQL. */
export const countsAt = (eventId: Id) => sql<{ joined: number; confirmed: number }>`(
  select coalesce(sum(party_size), 0)::int as joined,
    coalesce(sum(party_size) filter (where attendance_confirmed_at is not null), 0)::int as confirmed
  from registrations where registrations.event_id = ${eventId} and status = 'joined'
)`;

/** The number of registrations from one moment until before another, as a value for SQL. */
export const countBetween = (from: RawBuilder<unknown>, until: RawBuilder<unknown>) => sql<number>`(
  select count(*)::int from registrations where joined_at >= ${from} and joined_at < ${until}
)`;
