import { sql, type Kysely } from "kysely";

/** People who wait for a spot, in the order of arrival. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

const statements = [
  sql`alter table events add column waiting integer not null default 0 check (waiting >= 0)`,
  sql`alter table joins add column state text not null default 'joined' check (state in ('joined', 'waiting'))`,
  sql`alter table joins add column seq bigint generated always as identity`,
  sql`create index joins_waiting on joins (event_id, seq) where state = 'waiting'`,
];
