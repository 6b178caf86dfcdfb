import { sql, type Kysely } from "kysely";

/** Members and their identity provider's tables, events, joins, communities and subscribers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

const statements = [
  sql`create extension if not exists pg_trgm`,

  sql`create table members (
    id uuid primary key,
    name text not null,
    email text not null unique check (email = lower(email)),
    email_verified boolean not null default false,
    image text,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  )`,
  sql`create table sessions (
    id uuid primary key,
    member_id uuid not null references members (id) on delete cascade,
    token text not null unique,
    expires_at timestamptz not null,
    ip_address text,
    user_agent text,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  )`,
  sql`create index sessions_of_member on sessions (member_id)`,
  sql`create table accounts (
    id uuid primary key,
    member_id uuid not null references members (id) on delete cascade,
    account_id text not null,
    provider_id text not null,
    access_token text,
    refresh_token text,
    id_token text,
    access_token_expires_at timestamptz,
    refresh_token_expires_at timestamptz,
    scope text,
    password text,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    unique (provider_id, account_id)
  )`,
  sql`create index accounts_of_member on accounts (member_id)`,
  sql`create table verifications (
    id uuid primary key,
    identifier text not null,
    value text not null,
    expires_at timestamptz not null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  )`,
  sql`create index verifications_by_identifier on verifications (identifier)`,
  sql`create table jwks (
    id uuid primary key,
    public_key text not null,
    private_key text not null,
    created_at timestamptz not null,
    expires_at timestamptz,
    alg text,
    crv text
  )`,

  sql`create table events (
    id uuid primary key,
    organizer_id uuid not null references members (id),
    title text not null,
    event_type text not null,
    location text not null,
    event_date timestamptz not null,
    time_zone text not null,
    max_participant text not null,
    capacity integer not null check (capacity > 0),
    thumbnail_url text,
    description text not null,
    participants integer not null default 0,
    search_text text not null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    check (participants between 0 and capacity)
  ) with (fillfactor = 80)`,
  // Upcoming, past and all: by date, each page starting after (date, id); and the same within a type.
  sql`create index events_by_date on events (event_date, id)`,
  sql`create index events_by_type_and_date on events (event_type, event_date, id)`,
  sql`create index events_of_organizer on events (organizer_id, id)`,
  sql`create index events_search on events using gin (search_text gin_trgm_ops)`,

  sql`create table joins (
    id uuid not null unique,
    event_id uuid not null references events (id) on delete cascade,
    member_id uuid not null references members (id) on delete cascade,
    joined_at timestamptz not null,
    primary key (event_id, member_id)
  )`,
  sql`create index joins_of_member on joins (member_id, id)`,

  sql`create table communities (
    id uuid primary key,
    title text not null,
    description text not null,
    image text,
    members integer not null default 0 check (members >= 0),
    created_at timestamptz not null default now()
  )`,
  sql`create table subscribers (
    email text primary key check (email = lower(email)),
    created_at timestamptz not null default now()
  )`,
];
