import { sql, type Kysely } from "kysely";

/**
 * The gate, where an event's people are checked in: its keys, the devices that opened it, the log of their marks, and
 * the codes by which people are found. A mark never changes; the row of `gates` is locked while marks get their
 * numbers.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

const statements = [
  sql`create table gates (
    event_id uuid primary key references events (id) on delete cascade,
    last_seq integer not null default 0
  )`,
  sql`create table gate_keys (
    id uuid primary key,
    event_id uuid not null references events (id) on delete cascade,
    label text not null,
    created_by uuid references members (id) on delete set null,
    created_at timestamptz not null default now(),
    revoked_at timestamptz
  )`,
  sql`create index gate_keys_event on gate_keys (event_id)`,
  sql`create index gate_keys_creator on gate_keys (created_by)`,

  // A phone has the same id at every gate that it opens.
  sql`create table gate_devices (
    event_id uuid not null references events (id) on delete cascade,
    id uuid not null,
    key_id uuid not null references gate_keys (id) on delete cascade,
    number integer not null,
    first_seen timestamptz not null,
    last_seen timestamptz not null,
    primary key (event_id, id),
    unique (event_id, number)
  )`,
  sql`create index gate_devices_key on gate_devices (key_id)`,

  sql`create table gate_marks (
    id uuid primary key,
    event_id uuid not null references events (id) on delete cascade,
    seq integer not null,
    device_id uuid,
    member_id uuid references members (id) on delete set null,
    kind text not null check (kind in ('here', 'undone', 'walk_in', 'closed', 'opened')),
    person_id uuid,
    name text,
    under18 boolean not null default false,
    at timestamptz not null,
    device_at timestamptz not null,
    received_at timestamptz not null,
    unique (event_id, seq),
    foreign key (event_id, device_id) references gate_devices (event_id, id),
    check ((person_id is null) = (kind in ('closed', 'opened'))),
    check ((name is null) = (kind <> 'walk_in'))
  )`,
  sql`create index gate_marks_member on gate_marks (member_id) where member_id is not null`,

  sql`create table walk_in_contacts (
    mark_id uuid primary key references gate_marks (id) on delete cascade,
    event_id uuid not null references events (id) on delete cascade,
    phone text,
    email text
  )`,
  sql`create index walk_in_contacts_event on walk_in_contacts (event_id)`,

  sql`create table gate_codes (
    event_id uuid not null references events (id) on delete cascade,
    person_id uuid not null,
    code text not null,
    primary key (event_id, person_id),
    unique (event_id, code)
  )`,
];
