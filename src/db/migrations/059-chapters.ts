import { type Kysely, sql } from "kysely";

/** Communities that are part of another one, and communities that have asked to be. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

const statements = [
  sql`alter table communities
    add column part_of uuid references communities (id) on delete set null`,
  sql`create index communities_part_of on communities (part_of) where part_of is not null`,

  // A community asks one other at a time.
  sql`create table chapter_requests (
    community_id uuid primary key references communities (id) on delete cascade,
    parent_id uuid not null references communities (id) on delete cascade,
    asked_at timestamptz not null,
    check (community_id <> parent_id)
  )`,
  sql`create index chapter_requests_of_parent on chapter_requests (parent_id, asked_at)`,
];
