import { type Kysely, sql } from "kysely";
import type { Schema } from "#db/schema.server.ts";
import type { Context } from "../context.ts";
import { membersAt, registrationsOf } from "../registrations/people.ts";
import { isOrganizedBy } from "../rights/queries.ts";
import { heldMin } from "./rules.ts";

type Asking = Pick<Context, "db" | "now">;

/** The kinds under which an organizer's mails to others are counted. */
export type OutreachKind = "outreach" | "outreach_known";

/** Returns the kind under which a member's mails to people who know their events are counted. */
export const kindToKnown = async (ctx: Asking, memberId: string): Promise<OutreachKind> =>
  (await hasHeldEvents(ctx, memberId)) ? "outreach_known" : "outreach";

/**
 * Returns the kind under which a mail of an event's organizer to another member is counted. The event's community and
 * the earlier events of the organizer decide who knows them.
 */
async function kindTo(
  ctx: Asking,
  memberId: string,
  event: { owner_community_id: string | null },
  recipientId: string,
): Promise<OutreachKind> {
  return (await isKnown(ctx, memberId, event.owner_community_id, recipientId))
    ? kindToKnown(ctx, memberId)
    : "outreach";
}

/** Returns the same for an address; one without a confirmed account is a stranger's. */
export async function kindToAddress(
  ctx: Asking,
  memberId: string,
  event: { owner_community_id: string | null },
  email: string,
): Promise<OutreachKind> {
  const recipient = await ctx.db
    .selectFrom("members")
    .where("email", "=", email)
    .where("email_verified", "=", true)
    .select("id")
    .executeTakeFirst();
  return recipient ? kindTo(ctx, memberId, event, recipient.id) : "outreach";
}

/** Tests whether a member has held enough events: over, neither hidden nor canceled, and another member joined each. */
async function hasHeldEvents({ db, now }: Asking, memberId: string): Promise<boolean> {
  const held = await heldBy(db, memberId, now)
    .where(
      sql<boolean>`exists (select from ${membersAt(sql`events.id`)} others
        where others.status = 'joined' and others.member_id <> ${memberId})`,
    )
    .select("events.id")
    .limit(heldMin)
    .execute();
  return held.length === heldMin;
}

/** Tests whether a member was at an earlier event of an organizer, or on its list, or belongs to a community. */
async function isKnown(
  { db, now }: Asking,
  organizerId: string,
  communityId: string | null,
  memberId: string,
): Promise<boolean> {
  const met = await heldBy(db, organizerId, now)
    .where(
      sql<boolean>`events.id in (select event_id from ${registrationsOf(memberId)} theirs
        union all select event_id from outcome_people where outcome_people.member_id = ${memberId})`,
    )
    .select("events.id")
    .limit(1)
    .executeTakeFirst();
  if (met || communityId === null) return met !== undefined;
  const membership = await db
    .selectFrom("memberships")
    .where("community_id", "=", communityId)
    .where("member_id", "=", memberId)
    .select("member_id")
    .executeTakeFirst();
  return membership !== undefined;
}

/** Selects the events that a member has held. */
export const heldBy = (db: Kysely<Schema>, memberId: string, now: Date) =>
  db
    .selectFrom("events")
    .where(isOrganizedBy(memberId, now))
    .where("events.event_end", "<", now)
    .where("events.cancelled_at", "is", null)
    .where("events.is_draft", "=", false);
