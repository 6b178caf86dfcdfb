import { type Kysely, sql } from "kysely";
import type { Schema } from "#db/schema.server.ts";
import { isBlockedBetween, isBlockedFrom } from "../blocks/queries.ts";
import type { Context } from "../context.ts";
import { hasLeft, isRegistered, membersAt } from "../registrations/people.ts";
import { isOrganizedBy } from "../rights/queries.ts";
import { heldBy } from "./known.ts";
import type { Part } from "./rules.ts";

/** The columns of an event that decide which people its organizer can tell. */
export type ToTell = {
  id: string;
  organizer_id: string;
  owner_community_id: string | null;
  copied_from: string | null;
};

export type Source = { id: string; title: string; event_date: Date; time_zone: string; is_said: boolean };

/**
 * Finds the earlier event whose people can be told of an event: the one that it was run again from, or else the last
 * one with people. Both have the same owner, because people know that one, and the caller organizes both.
 */
export async function findSource(
  db: Kysely<Schema>,
  event: ToTell,
  memberId: string,
  now: Date,
): Promise<Source | undefined> {
  const held = heldBy(db, memberId, now)
    .where("events.id", "<>", event.id)
    .where(
      event.owner_community_id === null
        ? sql<boolean>`events.owner_community_id is null and events.organizer_id = ${event.organizer_id}`
        : sql<boolean>`events.owner_community_id = ${event.owner_community_id}`,
    )
    .select(["events.id", "events.title", "events.event_date", "events.time_zone"])
    .select(sql<boolean>`exists (select from outcomes where outcomes.event_id = events.id)`.as("is_said"));
  const copied = event.copied_from && (await held.where("events.id", "=", event.copied_from).executeTakeFirst());
  return (
    copied ||
    held
      .where(
        sql<boolean>`exists (select from ${membersAt(sql`events.id`)} people where people.member_id <> ${memberId})`,
      )
      .orderBy("events.event_end", "desc")
      .orderBy("events.id", "desc")
      .limit(1)
      .executeTakeFirst()
  );
}

export type Candidate = {
  id: string;
  name: string;
  email: string;
  email_verified: boolean;
  part: Part;
  is_willing: boolean;
};

/**
 * Returns the people of an earlier event whom its organizer may tell of another: people who came, then people who
 * waited, each in order of arrival. It leaves out its organizers, and people who are registered, were told before, have
 * left the event, are blocked, suspended or about to leave the site, or have no confirmed address.
 */
export async function candidatesAt(
  { db, now, sendsMail }: Pick<Context, "db" | "now" | "sendsMail">,
  event: ToTell,
  source: Source,
  memberId: string,
): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select * from (
      select distinct on (members.id) members.id, members.name, members.email, members.email_verified, found.part,
        coalesce(found.seq, 0) as seq, not exists (
          select from notification_preferences wanted
          where wanted.member_id = members.id and wanted.kind = 'invited' and not wanted.wanted
        ) as is_willing
      from (${peopleAt(source)}) found join members on members.id = found.member_id
        join events on events.id = ${event.id}
      where not ${isOrganizedBy(sql`members.id`, now)}
        and (members.email_verified or ${!sendsMail}::boolean)
        and members.suspended_at is null and members.deletion_at is null
        and not ${isRegistered(event.id, sql`members.id`)}
        and not ${hasLeft(event.id, sql`members.id`)}
        and not exists (select from told_people told where told.event_id = ${event.id} and told.member_id = members.id)
        and not ${isBlockedBetween(sql`members.id`, sql`${memberId}::uuid`)}
        and not ${isBlockedFrom(sql`members.id`)}
      order by members.id, found.part
    ) each order by part, seq, id`.execute(db);
  return rows;
}

/** The people who came to an event, or had joined it if nobody recorded who came; and those who waited for a spot. */
const peopleAt = ({ id, is_said }: Source) => sql`
  select member_id, case status when 'joined' then 'came' else 'waited' end as part, seq
  from ${membersAt(id)} registered where status = 'waitlisted' or not ${is_said}::boolean
  union all
  select member_id, 'came', 0 from outcome_people where event_id = ${id} and member_id is not null and ${is_said}::boolean`;
