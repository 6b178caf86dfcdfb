import { sql, type Kysely } from "kysely";

/**
 * Events that wait for their organizer's address to be confirmed; existing events stay public. Also the address that an
 * organizer wants shown with their events instead of the account's: the current one, and one waiting for confirmation.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

const statements = [
  sql`alter table events add column is_draft boolean not null default false`,
  sql`alter table members
    add column contact_email text check (contact_email = lower(contact_email)),
    add column contact_email_pending text check (contact_email_pending = lower(contact_email_pending))`,
];
