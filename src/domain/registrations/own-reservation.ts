import { type RawBuilder, sql } from "kysely";

/** The spots that are kept at an event for a member's address, which they have shown to be theirs, as a table for SQL. */
export const ownReservation = (
  eventId: string | RawBuilder<unknown>,
  memberId: string | RawBuilder<unknown>,
  now: Date | RawBuilder<unknown>,
) => sql<{ email: string }>`
  select reservations.email from reservations join members on members.email = reservations.email
  where reservations.event_id = ${eventId} and members.id = ${memberId} and members.email_verified
    and reservations.expires_at > ${now}`;
