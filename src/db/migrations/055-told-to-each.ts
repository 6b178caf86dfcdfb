import { type Kysely, sql } from "kysely";

/**
 * The mail that tells a happening to each organizer of its event but the last. The mail to the last of them stands in
 * the happening, as for an event with one organizer.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

const statements = [
  sql`create table happening_tellings (
    happening_id uuid not null references happenings (id) on delete cascade,
    member_id uuid not null references members (id) on delete cascade,
    digest text not null,
    primary key (happening_id, member_id)
  )`,
  sql`create index happening_tellings_of_member on happening_tellings (member_id)`,
  sql`create index happening_tellings_of_digest on happening_tellings (digest)`,
];
