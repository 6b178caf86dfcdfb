import { sql, type Kysely } from "kysely";

/** Memberships of communities, messages to us, and the outbox. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

const statements = [
  sql`create table memberships (
    community_id uuid not null references communities (id) on delete cascade,
    member_id uuid not null references members (id) on delete cascade,
    joined_at timestamptz not null,
    primary key (community_id, member_id)
  )`,
  sql`create index memberships_of_member on memberships (member_id)`,
  // Until now a community had only a number of members; from now on it has memberships, which are counted.
  sql`update communities set members = 0`,

  sql`create table contact_messages (
    id uuid primary key,
    name text not null,
    email text not null,
    message text not null,
    created_at timestamptz not null default now()
  )`,

  sql`create table outbox (
    id uuid primary key,
    kind text not null,
    payload jsonb not null,
    key text not null unique,
    run_at timestamptz not null,
    attempts integer not null default 0,
    done_at timestamptz,
    created_at timestamptz not null default now()
  )`,
  sql`create index outbox_due on outbox (run_at, id) where done_at is null`,
];
