import { sql, type Kysely } from "kysely";

/**
 * Data for spelling corrections: the words of listed events, and towns, each by groups of three letters. Triggers
 * maintain the words, so the previous version maintains them too; a word is deleted some time after the last event that
 * has it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

/** Characters between words. */
const between = "[ \\n!-/:-@\\[-`{-~\\u00a0-\\u00bf\\u2000-\\u206f\\u3000-\\u303f]+";

const statements = [
  sql`create table event_words (word text primary key, until timestamptz not null)`,
  sql`create index event_words_by_letters on event_words using gin (word gin_trgm_ops)`,
  sql`create index event_words_by_until on event_words (until)`,
  sql`create index towns_by_letters on towns using gin (folded gin_trgm_ops)`,
  sql`create index events_of_town_by_end on events (town_id, event_end)
    where town_id is not null and cancelled_at is null and not is_draft`,

  // Words of the title and the location, which are the first and the last line. Numbers are not words that people
  // misspell.
  sql`create function words_of_event(text) returns setof text language sql immutable strict parallel safe as $$
    select distinct word
    from regexp_split_to_table(split_part($1, E'\\n', 1) || ' ' || regexp_replace($1, '^.*\\n', ''), '${sql.raw(between)}') word
    where length(word) between 3 and 40 and word !~ '[0-9]'
  $$`,
  // The dates are updated rarely, so that creating an event does not wait for others: a word stays two to three months
  // longer than needed. Always in the same order, to avoid deadlocks.
  sql`create function keep_event_words() returns trigger language plpgsql as $$
    begin
      if not new.is_draft and new.cancelled_at is null and new.event_end > now() then
        insert into event_words (word, until)
        select word, date_trunc('month', new.event_end, 'UTC') + interval '3 months'
        from words_of_event(new.search_text) said (word)
        where not exists (select from event_words known where known.word = said.word and known.until >= new.event_end)
        order by word
        on conflict (word) do update set until = greatest(event_words.until, excluded.until);
      end if;
      return null;
    end
  $$`,
  sql`insert into event_words (word, until)
    select word, date_trunc('month', max(event_end), 'UTC') + interval '3 months'
    from events, words_of_event(search_text) word
    where event_end > now() and cancelled_at is null and not is_draft
    group by word`,
  sql`create trigger events_keep_words after insert or update of search_text, event_end, is_draft, cancelled_at on events
    for each row execute function keep_event_words()`,
];
