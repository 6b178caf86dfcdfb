import { sql, type Kysely } from "kysely";

/**
 * Supports versions before 017 and 020, which run beside this one while instances are replaced; a later version drops
 * the first trigger.
 *
 * They do not know an event's days: the database fills them in when such a version creates or moves an event. If the
 * database does not know a time zone, a new event's days are those of UTC, until its organizer changes it.
 *
 * They also write an event back with each column that they have read, which a generated column does not allow: a
 * trigger fills `search_letters` now.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

const statements = [
  sql`create function fill_event_days() returns trigger language plpgsql as $$
    declare
      last_moment timestamptz := greatest(new.event_date, new.event_end - interval '1 millisecond');
      zone text := new.time_zone;
    begin
      -- Who knows the days gives them, and changes them with the times.
      if tg_op = 'INSERT' and new.first_day is not null and new.last_day is not null then return new; end if;
      if tg_op = 'UPDATE' and (new.first_day, new.last_day) is distinct from (old.first_day, old.last_day) then return new; end if;
      begin
        perform now() at time zone zone;
      exception when invalid_parameter_value then
        if tg_op = 'UPDATE' then return new; end if;
        zone := 'UTC';
      end;
      new.first_day := to_char(new.event_date at time zone zone, 'YYYY-MM-DD');
      new.last_day := to_char(last_moment at time zone zone, 'YYYY-MM-DD');
      return new;
    end $$`,
  sql`create trigger event_days_of_older_versions before insert or update of event_date, event_end, time_zone on events
    for each row execute function fill_event_days()`,

  sql`alter table events alter column search_letters drop expression, alter column search_letters set default ''`,
  sql`create function keep_search_letters() returns trigger language plpgsql as $$
    begin
      new.search_letters := regexp_replace(new.search_text, '[ !-/:-@\\[-\`{-~\\u00a0-\\u00bf\\u2000-\\u206f\\u3000-\\u303f]+', '', 'g');
      return new;
    end $$`,
  sql`create trigger events_search_letters before insert or update of search_text, search_letters on events
    for each row execute function keep_search_letters()`,
];
