import { sql } from "kysely";
import type { Database } from "#db/schema.server.ts";

/** For each invariant, a query for the rows that violate it. */
const exceptions = {
  "an event's counts are those of its registrations": sql`
    select e.id from events e left join registrations r on r.event_id = e.id group by e.id
    having e.taken <> coalesce(sum(r.party_size) filter (where r.status = 'joined'), 0)
        + (select coalesce(sum(spots), 0) from reservations where event_id = e.id)
      or e.waitlisted <> coalesce(sum(r.party_size) filter (where r.status = 'waitlisted'), 0)
      or e.held <> coalesce(sum(r.party_size) filter (where r.offer_expires_at is not null), 0)`,
  "no spot is given twice": sql`select id from events where taken + held > capacity`,
  "a party is a member and their guests": sql`
    select r.id from registrations r left join guests g on g.registration_id = r.id group by r.id, r.party_size
    having r.party_size <> 1 + count(g.id)`,
  "nobody is offered a spot at a canceled event": sql`
    select r.id from registrations r join events e on e.id = r.event_id
    where e.cancelled_at is not null and r.offer_expires_at is not null`,
  "no offer outlasts the beginning of its event": sql`
    select r.id from registrations r join events e on e.id = r.event_id where r.offer_expires_at > e.event_date`,
  "nobody who has no address is asked": sql`
    select id from registrations where member_id is null and offer_expires_at is not null`,
  "a community's count is that of its members": sql`
    select c.id from communities c left join memberships m on m.community_id = c.id group by c.id
    having c.members <> count(m.member_id)`,
  "an address is one mailbox, in lower case": sql`
    select id from members where email <> lower(email) or email !~ '^[^\\s@,;:<>()"]+@[^\\s@,;:<>()"]+$'
    union all select event_id from ownership_transfers where email <> lower(email) or email !~ '^[^\\s@,;:<>()"]+@[^\\s@,;:<>()"]+$'`,
  "a name and a title are one line": sql`
    select id from members where name ~ '[\\x01-\\x1f\\x7f\\u202a-\\u202e\\u2066-\\u2069]'
    union all select id from events where title ~ '[\\x01-\\x1f\\x7f\\u202a-\\u202e\\u2066-\\u2069]'`,
  "a series has at most one date a day": sql`
    select series_id from events where series_id is not null
    group by series_id, left(series_start, 10) having count(*) > 1`,
  "no date of a series is on a day that is left out": sql`
    select events.id from events join series_days_left_out out
      on out.series_id = events.series_id and out.day = left(events.series_start, 10)`,
  "a date of a series has its original start": sql`
    select id from events where series_id is not null and series_start is null`,
  "a date belongs to the owner of its series": sql`
    select e.id from events e join series s on s.id = e.series_id
    where e.organizer_id <> s.organizer_id or e.owner_community_id is distinct from s.owner_community_id`,
  "an event ends after it begins": sql`select id from events where event_end < event_date`,
};

/** The violated invariants of a database, as sentences; empty if all hold. */
export async function broken(db: Database): Promise<string[]> {
  const found: string[] = [];
  for (const [sentence, query] of Object.entries(exceptions)) {
    if ((await query.execute(db)).rows.length > 0) found.push(sentence);
  }
  return found;
}
