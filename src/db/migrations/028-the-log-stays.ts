import { sql, type Kysely } from "kysely";

/** Protects the log of hosts' actions against `truncate` too, which row triggers do not see. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create trigger host_actions_not_emptied before truncate on host_actions
    for each statement execute function keep_host_log()`.execute(db);
}
