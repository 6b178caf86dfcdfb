import { type Kysely, sql } from "kysely";

/** Communities that members make and run: how people join them, what they choose there, and posts by organizers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

const statements = [
  sql`alter table communities
    add column asks_first boolean not null default false,
    add column is_unlisted boolean not null default false`,

  // The page that starts a community has this address.
  sql`update communities set slug = id::text where slug = 'new'`,

  // Null for members who were never asked: they hear nothing until they are.
  sql`alter table memberships
    add column hears boolean,
    add column is_shown boolean not null default false`,
  sql`create index memberships_shown on memberships (community_id, joined_at) where is_shown`,

  // People who wait for an answer are not members, so their rows are apart.
  sql`create table membership_requests (
    community_id uuid not null references communities (id) on delete cascade,
    member_id uuid not null references members (id) on delete cascade,
    asked_at timestamptz not null,
    primary key (community_id, member_id)
  )`,
  sql`create index membership_requests_of_member on membership_requests (member_id)`,

  sql`create table community_posts (
    id uuid primary key,
    community_id uuid not null references communities (id) on delete cascade,
    member_id uuid references members (id) on delete set null,
    text text not null check (text <> ''),
    link text,
    picture text,
    posted_at timestamptz not null,
    is_mailed boolean not null,
    hidden_at timestamptz
  )`,
  sql`create index community_posts_of_community on community_posts (community_id, id)`,
  sql`create index community_posts_of_member on community_posts (member_id)`,

  sql`alter table reviews drop constraint reviews_about_check, add constraint reviews_about_check check (about in
    ('event', 'event_picture', 'outcome_pictures', 'community', 'community_picture', 'community_post', 'name', 'photo'))`,
];
