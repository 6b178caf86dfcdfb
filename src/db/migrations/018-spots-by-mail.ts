import { sql, type Kysely } from "kysely";

/**
 * Spots kept for an address until the reader of its mail has confirmed. Also sign-ins that wait for a code or a link
 * from a mail, for such a spot or other reasons.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

const statements = [
  sql`create table reservations (
    id uuid primary key,
    event_id uuid not null references events (id) on delete cascade,
    email text not null check (email = lower(email)),
    spots integer not null check (spots > 0),
    expires_at timestamptz not null,
    unique (event_id, email)
  )`,
  sql`create table mail_sign_ins (
    id uuid primary key,
    claim_hash text not null unique,
    email text not null check (email = lower(email)),
    name text,
    wish jsonb,
    return_to text,
    reservation_id uuid references reservations (id) on delete set null,
    code_hash text,
    secret_hash text unique,
    tries integer not null default 0,
    used_at timestamptz,
    expires_at timestamptz not null
  )`,
  sql`create index mail_sign_ins_of_reservation on mail_sign_ins (reservation_id)`,
];
