import { type Kysely, sql } from "kysely";

/** People who were told of an event because they came to, or waited for, an earlier one; and events run again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

const statements = [
  // Nobody is told of the same event twice.
  sql`create table told_people (
    id uuid primary key,
    event_id uuid not null references events (id) on delete cascade,
    member_id uuid not null references members (id) on delete cascade,
    source_id uuid references events (id) on delete set null,
    part text not null check (part in ('came', 'waited')),
    words text not null,
    told_by uuid references members (id) on delete set null,
    told_at timestamptz not null,
    unique (event_id, member_id)
  )`,
  sql`create index told_people_of_member on told_people (member_id)`,
  sql`create index told_people_of_source on told_people (source_id)`,
  sql`create index told_people_by on told_people (told_by)`,

  sql`alter table events add column copied_from uuid references events (id) on delete set null`,
  sql`create index events_copied_from on events (copied_from) where copied_from is not null`,
];
