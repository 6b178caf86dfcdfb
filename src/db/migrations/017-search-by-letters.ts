import { sql, type Kysely } from "kysely";

/**
 * The same texts without spaces and punctuation, each still on its own line, so that 'clean-up' finds 'Cleanup'.
 * `squeezed` in `db/fold.ts` removes the same characters.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table events add column search_letters text not null generated always as (
    regexp_replace(search_text, '[ !-/:-@\\[-\`{-~\\u00a0-\\u00bf\\u2000-\\u206f\\u3000-\\u303f]+', '', 'g')
  ) stored`.execute(db);
  await sql`create index events_search_letters on events using gin (search_letters gin_trgm_ops)`.execute(db);
}
