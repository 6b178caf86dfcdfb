import { sql, type Kysely } from "kysely";

/** The log of what hosts do is not emptied at once either: no row's trigger sees that. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create trigger host_actions_not_emptied before truncate on host_actions
    for each statement execute function keep_host_log()`.execute(db);
}
