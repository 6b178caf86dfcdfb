import { sql, type Kysely } from "kysely";

/**
 * For hosts: the time at which a session's member proved their identity again, the suspension of a member, and the log
 * of hosts' actions.
 *
 * The log is append-only. Only `forget_in_host_log` removes a deleted member from it, and tells the trigger so while it
 * runs.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

const statements = [
  sql`alter table sessions add column proved_at timestamptz`,
  sql`alter table members add column suspended_at timestamptz, add column suspended_for text`,
  sql`create table host_actions (
    id uuid primary key,
    action text not null check (action <> ''),
    subject_kind text not null check (subject_kind <> ''),
    subject_id uuid,
    reason text not null check (reason <> ''),
    host_id uuid,
    at timestamptz not null
  )`,
  sql`create index host_actions_of_subject on host_actions (subject_id) where subject_id is not null`,
  sql`create index host_actions_of_host on host_actions (host_id) where host_id is not null`,

  sql`create function keep_host_log() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' and current_setting('goodturn.forgets', true) = 'on' then return new; end if;
      raise exception 'the log of what hosts do is only added to' using errcode = 'restrict_violation';
    end $$`,
  sql`create trigger host_actions_stay before update or delete on host_actions
    for each row execute function keep_host_log()`,

  // Names of the member are replaced in reasons, regardless of case; a name of one or two letters would match other
  // words.
  sql`create function forget_in_host_log(gone uuid, words text[]) returns void language plpgsql as $$
    declare
      word text;
    begin
      perform set_config('goodturn.forgets', 'on', true);
      foreach word in array words loop
        continue when length(word) < 3;
        update host_actions set
          reason = regexp_replace(reason, regexp_replace(word, '([^[:alnum:][:space:]])', '\\\\\\1', 'g'), '…', 'gi')
          where (subject_id = gone or host_id = gone) and position(lower(word) in lower(reason)) > 0;
      end loop;
      update host_actions set subject_id = null where subject_id = gone;
      update host_actions set host_id = null where host_id = gone;
      perform set_config('goodturn.forgets', 'off', true);
    end $$`,
];
