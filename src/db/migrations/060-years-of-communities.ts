import { type Kysely, sql } from "kysely";

/**
 * The results of communities by year, counted before a page shows them. Triggers write a task whenever something that
 * counts changes, also when the version before changes it. The first tasks count what is there already.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

const statements = [
  // Kilograms and amounts by type of event, as a type has its own unit.
  sql`create table community_years (
    community_id uuid not null references communities (id) on delete cascade,
    year integer not null,
    people integer not null check (people > 0),
    hours double precision not null,
    sums jsonb not null,
    primary key (community_id, year)
  )`,

  // One task in a transaction, however many rows it changes. The time of the transaction keeps keys apart after a move
  // to another database, where the numbers of transactions begin again.
  sql`create function count_years_later(communities_changed uuid[]) returns void language sql as $$
    insert into outbox (id, kind, key, payload, run_at)
    select gen_random_uuid(), 'community_years',
      'community_years:' || id || ':' || extract(epoch from now()) || ':' || pg_current_xact_id(),
      jsonb_build_object('communityId', id), now()
    from communities where id = any(communities_changed)
    on conflict (key) do nothing
  $$`,

  sql`create function outcomes_change_years() returns trigger language plpgsql as $$
    begin
      perform count_years_later(array(
        select distinct owner_community_id from events
        where id in (select event_id from changed) and owner_community_id is not null
      ));
      return null;
    end
  $$`,
  ...["outcomes", "outcome_people"].flatMap((table) => [
    sql`create trigger ${sql.ref(`${table}_new_years`)} after insert on ${sql.table(table)}
      referencing new table as changed for each statement execute function outcomes_change_years()`,
    sql`create trigger ${sql.ref(`${table}_gone_years`)} after delete on ${sql.table(table)}
      referencing old table as changed for each statement execute function outcomes_change_years()`,
  ]),
  sql`create trigger outcomes_other_years after update on outcomes
    referencing new table as changed for each statement execute function outcomes_change_years()`,

  // Names are deleted from rows of people too, which changes no count.
  sql`create function person_changes_years() returns trigger language plpgsql as $$
    begin
      perform count_years_later(array(select owner_community_id from events where id = new.event_id));
      return null;
    end
  $$`,
  sql`create trigger outcome_people_other_years after update of member_id on outcome_people
    for each row when (old.member_id is distinct from new.member_id) execute function person_changes_years()`,

  sql`create function event_changes_years() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' then
        perform count_years_later(array[old.owner_community_id]);
      elsif exists (select from outcomes where event_id = new.id) then
        perform count_years_later(array[old.owner_community_id, new.owner_community_id]);
      end if;
      return null;
    end
  $$`,
  sql`create trigger events_gone_years after delete on events
    for each row when (old.owner_community_id is not null) execute function event_changes_years()`,
  sql`create trigger events_other_years
    after update of owner_community_id, is_draft, cancelled_at, first_day, event_type on events for each row
    when ((old.owner_community_id, old.is_draft, old.cancelled_at, left(old.first_day, 4), old.event_type)
      is distinct from (new.owner_community_id, new.is_draft, new.cancelled_at, left(new.first_day, 4), new.event_type))
    execute function event_changes_years()`,

  sql`select count_years_later(array(select distinct owner_community_id from events
    join outcomes on outcomes.event_id = events.id where owner_community_id is not null))`,
];
