import { sql, type Kysely } from "kysely";

/** The gate can record that a guardian was asked, and that two walk-ins are one person; both can be undone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ["gate_marks", "gate_late_marks"]) {
    const name = sql.table(table);
    const check = sql.ref(`${table}_kind_check`);
    await sql`alter table ${name} add column same_as uuid`.execute(db);
    // The earlier check with four more kinds.
    await sql`alter table ${name} drop constraint ${check}, add constraint ${check} check (kind in
      ('here', 'undone', 'walk_in', 'closed', 'opened', 'guardian_asked', 'guardian_unasked', 'same_person', 'two_persons'))
    `.execute(db);
  }
}
