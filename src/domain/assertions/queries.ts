import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Schema } from "#db/schema.server.ts";
import { isBlockedBetween } from "../blocks/queries.ts";
import { type Context, requireMember } from "../context.ts";
import { answeredWithin, secondUntil } from "../records/rules.ts";
import { shape } from "../shapes.ts";
import { listedMax } from "./rules.ts";
import { Assertion, Assertions } from "./shapes.ts";

const day = 86_400_000;

/**
 * The SQL condition that a member is the organizer whom an assertion asks. The address is theirs and confirmed, they
 * have organized another event that took place, and neither has blocked the other. There are no requests about an event
 * while hosts review it.
 */
export const isAskedOf = (member: RawBuilder<unknown>, now: Date) => sql<boolean>`(
  assertions.email = (select email from members where id = ${member} and email_verified and suspended_at is null)
  and assertions.member_id <> ${member}
  and exists (select from events where organizer_id = ${member} and events.id <> assertions.event_id
    and event_end < ${now} and cancelled_at is null and not is_draft)
  and not ${isBlockedBetween(sql`assertions.member_id`, member)}
  and not exists (select from events where events.id = assertions.event_id and review = 'hidden'))`;

/** The SQL condition that it can still be answered. */
export const isStillAsked = (now: Date) =>
  sql<boolean>`(status = 'asked' and asked_at > ${new Date(now.getTime() - answeredWithin * day)})`;

/** The questions to the caller, and their assertions. @throws Failure sign_in_required */
export async function listAssertions(ctx: Context): Promise<Assertions> {
  const { id } = requireMember(ctx);
  const member = sql`${id}::uuid`;
  const rows = () =>
    ctx.db
      .selectFrom("assertions")
      .innerJoin("members", "members.id", "assertions.member_id")
      .innerJoin("record_events", "record_events.event_id", "assertions.event_id")
      .select(["assertions.id", "assertions.event_id", "assertions.title", "assertions.event_date", "hours"])
      .select(["members.name as asker", "time_zone", "event_end", "asked_at", "changed_at"])
      .select(
        sql<boolean>`exists (select from events where events.id = assertions.event_id and not is_draft)`.as("is_there"),
      )
      .orderBy("changed_at", "desc")
      .orderBy("assertions.id", "desc")
      .limit(listedMax);
  const waiting = await rows().where(isStillAsked(ctx.now)).where(isAskedOf(member, ctx.now)).execute();
  const given = await rows().where("asserted_by", "=", id).where("status", "=", "asserted").execute();
  const toAssertion = (row: (typeof given)[number], assertedAt: Date | null) =>
    shape(Assertion, {
      _id: row.id,
      eventId: row.event_id,
      asker: row.asker,
      title: row.title,
      eventDate: row.event_date.toISOString(),
      timeZone: row.time_zone,
      hours: row.hours,
      isThere: row.is_there,
      askedAt: row.asked_at.toISOString(),
      until: untilOf(row, assertedAt !== null).toISOString(),
      assertedAt: assertedAt?.toISOString() ?? null,
    });
  return shape(Assertions, {
    waiting: waiting.map((row) => toAssertion(row, null)),
    given: given.map((row) => toAssertion(row, row.changed_at)),
  });
}

/** The last moment at which it can be answered or withdrawn. */
function untilOf({ asked_at, event_end }: { asked_at: Date; event_end: Date }, isGiven: boolean): Date {
  const last = secondUntil({ end: event_end }).getTime();
  return new Date(isGiven ? last : Math.min(last, asked_at.getTime() + answeredWithin * day));
}

/** The number of entries on a member's list, waiting and asserted ones, and the number that wait. */
export async function countAssertions(db: Kysely<Schema>, memberId: string, now: Date) {
  const { rows } = await sql<{ all: number; waiting: number }>`
    select count(*)::int as all, (count(*) filter (where status = 'asked'))::int as waiting from assertions
    where asserted_by = ${memberId} and status = 'asserted'
      or ${isStillAsked(now)} and ${isAskedOf(sql`${memberId}::uuid`, now)}`.execute(db);
  return rows[0] ?? { all: 0, waiting: 0 };
}

/**
 * A member's questions to other organizers, and the questions to them with their answers, for the copy of their data.
 * `proved` is their address if it is confirmed, '' otherwise.
 */
export async function assertionDataOf(db: Kysely<Schema>, memberId: string, proved: string) {
  const rows = () =>
    db
      .selectFrom("assertions")
      .select(["event_id as eventId", "title", "hours", "status as state", "asked_at", "changed_at"])
      .orderBy("asked_at")
      .orderBy("id");
  const asked = await rows()
    .where("member_id", "=", memberId)
    .select(["email as asked", "said_name as saidBy"])
    .execute();
  const said = await rows()
    .where((eb) => eb.or([eb("asserted_by", "=", memberId), eb("email", "=", proved)]))
    .where("member_id", "<>", memberId)
    .execute();
  return { assertionsAsked: asked.map(dated), assertionsOfOthers: said.map(dated) };
}

const dated = <Row extends { asked_at: Date; changed_at: Date }>({ asked_at, changed_at, ...row }: Row) => ({
  ...row,
  askedAt: asked_at.toISOString(),
  changedAt: changed_at.toISOString(),
});
