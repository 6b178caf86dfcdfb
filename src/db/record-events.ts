import { type Kysely, sql } from "kysely";

/**
 * Adds events to people's records that were recorded without them: by the previous version while it still serves, or by
 * the demo. Existing records stay unchanged. The units are those of `domain/outcomes/rules.ts`.
 */
export async function fillRecordEvents<Tables>(db: Kysely<Tables>): Promise<void> {
  await sql`insert into record_events (event_id, title, unit, event_date, event_end, time_zone, amount, kilograms,
      said_by, said_name, is_proven, said_at)
    select events.id, title,
      case event_type when 'cleanup' then 'bags' when 'plantation' then 'trees' when 'donation' then 'items'
        when 'education' then 'learners' when 'healthcare' then 'treated' when 'food' then 'meals' else 'reached' end,
      event_date, event_end, time_zone, amount, kilograms,
      case when said.is_said then members.id end, case when said.is_said then members.name end,
      said.is_said and members.email_verified, outcomes.changed_at
    from outcomes join events on events.id = outcomes.event_id join members on members.id = organizer_id
      cross join lateral (
        select outcomes.changed_at > outcomes.sent_at or exists (
          select from asserted_hours where event_id = events.id and asserted_by is not null
        ) as is_said
      ) said
    where not exists (select from record_events where record_events.event_id = outcomes.event_id)
      and exists (select from asserted_hours where asserted_hours.event_id = outcomes.event_id)
    on conflict (event_id) do nothing`.execute(db);
}
