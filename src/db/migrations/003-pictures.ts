import { sql, type Kysely } from "kysely";

/** Pictures that members upload. They are in the database, so that every instance has them and a backup is complete. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

const statements = [
  sql`create table pictures (
    id uuid primary key,
    owner_id uuid references members (id) on delete set null,
    content bytea not null,
    created_at timestamptz not null default now()
  )`,
  // WebP is compressed already.
  sql`alter table pictures alter column content set storage external`,
  sql`create index pictures_of_owner on pictures (owner_id, created_at)`,
];
