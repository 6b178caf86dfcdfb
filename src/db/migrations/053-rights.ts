import { type Kysely, sql } from "kysely";

/**
 * Rights that members have at an event or a community of others, the invitations by which they get them, what the
 * people with rights did, and events that belong to a community.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

const statements = [
  // An event's first owner is its organizer_id. Everybody else has a row. It stays after its end, as a statement of who
  // could do what at the time.
  sql`create table rights (
    id uuid primary key,
    member_id uuid not null references members (id) on delete cascade,
    event_id uuid references events (id) on delete cascade,
    community_id uuid references communities (id) on delete cascade,
    role text not null check (role in ('owner', 'organizer')),
    is_named boolean not null default false,
    given_by uuid references members (id) on delete set null,
    given_at timestamptz not null,
    until timestamptz,
    ended_by uuid references members (id) on delete set null,
    check (num_nonnulls(event_id, community_id) = 1),
    check (role = 'organizer' or community_id is not null)
  )`,
  sql`create unique index rights_at_event on rights (event_id, member_id) where until is null`,
  sql`create unique index rights_at_community on rights (community_id, member_id) where until is null`,
  sql`create index rights_of_member on rights (member_id)`,
  sql`create index rights_of_event on rights (event_id)`,
  sql`create index rights_of_community on rights (community_id)`,

  // The secret of a link is stored as its hash. An invitation ends by deleting its row.
  sql`create table invitations (
    id uuid primary key,
    event_id uuid references events (id) on delete cascade,
    community_id uuid references communities (id) on delete cascade,
    email text check (email = lower(email)),
    secret_hash text not null unique,
    invited_by uuid not null references members (id) on delete cascade,
    invited_at timestamptz not null,
    expires_at timestamptz not null,
    check (num_nonnulls(event_id, community_id) = 1)
  )`,
  sql`create unique index invitations_to_event on invitations (event_id, email)`,
  sql`create unique index invitations_to_community on invitations (community_id, email)`,
  sql`create index invitations_by on invitations (invited_by)`,

  sql`create table team_log (
    id uuid primary key,
    event_id uuid references events (id) on delete cascade,
    community_id uuid references communities (id) on delete cascade,
    member_id uuid references members (id) on delete set null,
    action text not null,
    words text not null default '' check (length(words) <= 500),
    at timestamptz not null,
    check (num_nonnulls(event_id, community_id) > 0)
  )`,
  sql`create index team_log_of_event on team_log (event_id, id)`,
  sql`create index team_log_of_community on team_log (community_id, id)`,
  sql`create index team_log_of_member on team_log (member_id)`,

  // A community's address ends with its slug; its contact address is confirmed.
  sql`alter table communities
    add column slug text not null default gen_random_uuid()::text,
    add column contact_email text check (contact_email = lower(contact_email)),
    add column contact_email_pending text check (contact_email_pending = lower(contact_email_pending))`,
  sql`update communities set slug = coalesce(nullif(trim(both '-' from
      regexp_replace(lower(title), '[^[:alnum:]]+', '-', 'g')), ''), id::text)`,
  // If communities have the same title, the oldest gets it as its slug, and the others get their id.
  sql`update communities set slug = id::text
    where exists (select from communities older where older.slug = communities.slug and older.id < communities.id)`,
  sql`create unique index communities_slug on communities (slug)`,

  // Not community_id: the version before has that name without a table in statements that join events.
  sql`alter table events add column owner_community_id uuid references communities (id) on delete set null`,
  sql`create index events_of_community on events (owner_community_id, event_date, id) where owner_community_id is not null`,
];
