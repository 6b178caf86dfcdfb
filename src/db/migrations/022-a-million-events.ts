import { sql, type Kysely } from "kysely";

/**
 * Keeps lists fast for any number of events, registrations and members: indexes with all columns that a list is found
 * and counted by, and the beginnings of words, by which searches of one or two letters are found.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

/** Characters between words, and letters of scripts without spaces: Thai, Lao, Burmese, Khmer, Japanese and Chinese. */
const between = "[ \\n!-/:-@\\[-`{-~\\u00a0-\\u00bf\\u2000-\\u206f\\u3000-\\u303f]+";
const unspaced = "[\\u0e00-\\u0eff\\u1000-\\u109f\\u1780-\\u17ff\\u3040-\\u30ff\\u3400-\\u9fff\\uf900-\\ufaff]";

const statements = [
  // Listed events by their beginning. Days and types are included for counting.
  sql`create index events_listed on events (event_date, id, event_end) include (event_type, first_day, last_day)
    where cancelled_at is null and not is_draft`,
  sql`create index events_listed_by_type on events (event_type, event_date, id, event_end) include (first_day, last_day)
    where cancelled_at is null and not is_draft`,
  sql`drop index events_by_date`,
  sql`drop index events_by_type_and_date`,

  // A member's own lists begin with coming events; to find these, all of the member's rows are read.
  sql`create index events_of_organizer_by_date on events (organizer_id, event_date, id) include (event_end, cancelled_at)`,
  sql`create index events_by_id_with_times on events (id) include (event_date, event_end)`,
  sql`create index registrations_of_member_with_events on registrations (member_id, id) include (event_id, status)`,
  sql`drop index registrations_of_member`,

  // The people of an event, in the order of its list, and those who show their faces.
  sql`create index registrations_in_order on registrations (event_id, status, seq) include (member_id)`,
  sql`drop index registrations_waitlisted`,
  sql`create index members_showing on members (id) include (email_verified) where shows_face`,

  // The first letter and the first two of each word; in scripts without spaces, each letter begins a word.
  sql`create function word_beginnings(text) returns tsvector language sql immutable strict parallel safe as $$
    select array_to_tsvector(coalesce(array_agg(distinct left(part, letters)), '{}'))
    from (
      select regexp_split_to_table($1, '[ \\n]+')
      union all select regexp_split_to_table($1, '${sql.raw(between)}')
      union all select substr($1, place, 2)
        from generate_series(1, case when $1 ~ '${sql.raw(unspaced)}' then length($1) else 0 end) place
        where substr($1, place, 1) ~ '${sql.raw(unspaced)}'
    ) parts (part), generate_series(1, 2) letters
    where part <> ''
  $$`,
  // Filled by a trigger instead of being generated, because the previous version writes back every column that it has
  // read.
  sql`alter table events add column search_beginnings tsvector`,
  // Every row is rewritten. Recreating these two indexes afterwards takes a tenth of the time of updating them row by
  // row.
  sql`drop index events_search`,
  sql`drop index events_search_letters`,
  sql`update events set search_beginnings = word_beginnings(search_text)`,
  sql`create index events_search on events using gin (search_text gin_trgm_ops)`,
  sql`create index events_search_letters on events using gin (search_letters gin_trgm_ops)`,
  sql`alter table events alter column search_beginnings set not null`,
  sql`create function keep_word_beginnings() returns trigger language plpgsql as $$
    begin
      new.search_beginnings := word_beginnings(new.search_text);
      return new;
    end
  $$`,
  sql`create trigger events_word_beginnings before insert or update of search_text, search_beginnings on events
    for each row execute function keep_word_beginnings()`,
  sql`create index events_search_beginnings on events using gin (search_beginnings)`,
];
